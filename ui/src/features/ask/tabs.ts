import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshList, refreshTurns } from "./queries";

let channel: BroadcastChannel | undefined;

/** One for the page: a channel does not hear what it says itself. */
function tabs(): BroadcastChannel {
  channel ??= new BroadcastChannel("pincite-conversations");
  return channel;
}

/** Tell other tabs that a conversation has changed. */
export function tellOtherTabs(conversation: string): void {
  tabs().postMessage(conversation);
}

/** Follow what is asked in other tabs. */
export function useOtherTabs(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const hear = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") refreshTurns(queries, data);
      refreshList(queries);
    };
    tabs().addEventListener("message", hear);
    return () => tabs().removeEventListener("message", hear);
  }, [queries]);
}
