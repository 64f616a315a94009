import { QueryClient } from "@tanstack/react-query";
import { ApiError, UnreachableError } from "@/api/client";

/**
 * Server state lives here and nowhere else. Keys begin with the noun they hold (["documents", …]), so that a change
 * invalidates by it; a feature spells its keys once, in its queries file.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A restarting server is back in seconds; what it refuses, it refuses again.
        retry: (failures, error) => error instanceof UnreachableError && failures < 3,
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
        refetchOnWindowFocus: (query) => !(query.state.error instanceof ApiError),
      },
      mutations: { retry: false },
    },
  });
}
