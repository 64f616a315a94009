import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Session } from "@/api/shapes";
import { ErrorState, Skeleton } from "@/components/states";
import { sessionQuery } from "@/lib/session";
import { words } from "@/words";
import { AccountCard } from "./account-card";

/** What is possible here, before anybody is known. */
export function WithSession({ children }: { children: (session: Session) => ReactNode }) {
  const session = useQuery(sessionQuery);
  if (session.data) return children(session.data);
  return (
    <AccountCard title={words.product}>
      {session.isError ? (
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      ) : (
        <Skeleton height={260} />
      )}
    </AccountCard>
  );
}
