import { type QueryClient, queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { client, must, onNotLoggedIn } from "@/api/client";
import type { Session } from "@/api/shapes";
import { Store } from "./store";
import { settlePending } from "./undo";

const LOG_OUTS = "pincite-log-outs";

/** Whether the login ended while the page was open: the room stays, and asks for it. */
export const sessionHasEnded = new Store(false);

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ client: queries, queryKey }): Promise<Session> => {
    const now = must(await client.GET("/api/v1/session"));
    const before = queries.getQueryData<Session>(queryKey);
    const who = before?.account ?? null;
    const ended = now.login_needed && who !== null;
    sessionHasEnded.set(ended);
    // The screens go on as who was logged in, so that what was typed in them stays: the server refuses all else.
    if (before && ended) return before;
    // Somebody else logged in in another tab: nothing of the former may stay in this one.
    if (who !== null && now.account !== null && now.account.id !== who.id) location.reload();
    return now;
  },
  staleTime: 60_000,
});

/** Look who is logged in as soon as any call is refused for want of a login, and when somebody logs out in another tab. */
export function watchSession(queries: QueryClient): () => void {
  const stop = onNotLoggedIn(() => void queries.refetchQueries(sessionQuery, { cancelRefetch: false }));
  const tabs = new BroadcastChannel(LOG_OUTS);
  // All tabs share the login. What is shown and kept in memory goes with the page.
  tabs.onmessage = () => location.reload();
  return () => {
    stop();
    tabs.close();
  };
}

/** End the login in all tabs, and leave nothing in them of who was here. What could still be undone is done before. */
export async function logOut(): Promise<void> {
  await settlePending();
  await client.DELETE("/api/v1/session");
  const tabs = new BroadcastChannel(LOG_OUTS);
  tabs.postMessage(null);
  tabs.close();
  history.replaceState(null, "", "#/login");
  location.reload();
}

/** Who uses the page and what they may; the shell loads it before any screen is shown. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Without accounts whoever uses the machine may do everything. */
export function isAdmin(session: Session): boolean {
  return !session.accounts || session.account?.admin === true;
}
