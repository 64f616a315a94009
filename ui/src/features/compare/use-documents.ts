import { useQueries } from "@tanstack/react-query";
import { ApiError } from "@/api/client";
import type { DocumentRef } from "@/api/shapes";
import { documentRefQuery } from "@/lib/queries";

export interface Named {
  id: string;
  /** Null while it loads, and where it is no longer there. */
  document: DocumentRef | null;
  gone: boolean;
}

/** Documents of which only the ids are known, as the address holds them. */
export function useDocuments(ids: readonly string[]): Named[] {
  return useQueries({
    queries: ids.map(documentRefQuery),
    combine: (found) =>
      found.map(({ data, error }, place) => ({
        id: ids[place] ?? "",
        document: data ?? null,
        gone: error instanceof ApiError && error.status === 404,
      })),
  });
}
