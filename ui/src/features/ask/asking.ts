import type { QueryClient } from "@tanstack/react-query";
import { ApiError, client, UnreachableError } from "@/api/client";
import type { Turn } from "@/api/shapes";
import { follow } from "@/api/streaming";
import { isAbort } from "@/lib/error-text";
import type { Preferences } from "@/lib/preferences";
import { Store, useStore } from "@/lib/store";
import { showError, showToast } from "@/lib/toasts";
import { askWords } from "@/words/en/ask";
import { begun, heard, type Live, type TurnEvents } from "./live";
import { latestTurns, putConversation, putLatest, putTurn, refreshList, refreshTurns } from "./queries";
import { sayEnd, saySentence } from "./say";
import { tellOtherTabs } from "./tabs";

export type Manner = Pick<Preferences, "mode" | "precise" | "showUnsupported">;

/** A part of the library that one question is limited to, where it is another than the conversation's. */
export interface Limit {
  collection?: string;
}

/**
 * Answers under way, by their conversations. They live outside of the screen: who looks at the library meanwhile, and comes
 * back, finds the answer grown.
 */
const lives = new Store<Readonly<Record<string, Live>>>({});
const following = new Map<string, AbortController>();
const waiting = new Map<string, () => void>();

export const useLive = (conversation: string | null): Live | null => {
  const all = useStore(lives);
  return conversation === null ? null : (all[conversation] ?? null);
};

/** Ask a question in a conversation, and follow its answer. */
export function ask(
  queries: QueryClient,
  conversation: string,
  question: string,
  manner: Manner,
  limit: Limit = {},
): Promise<void> {
  const body = { question, ...sent(manner), ...limit };
  return run(queries, conversation, "ask/stream", body, begun(question, Date.now()));
}

/** Ask the last question of a conversation again; the answer that it has stays until there is another. */
export function askAgain(
  queries: QueryClient,
  conversation: string,
  turn: Turn,
  manner: Manner,
): Promise<void> {
  const live = begun(turn.question, Date.now(), turn.number);
  return run(queries, conversation, "retry/stream", sent(manner), live);
}

/** End an answer; what was checked of it is kept, and comes as if it were whole. */
export async function stopAnswering(queries: QueryClient, conversation: string): Promise<void> {
  change(conversation, (live) => ({ ...live, stopping: true }));
  try {
    await client.POST("/api/v1/conversations/{conversation}/stop", { params: { path: { conversation } } });
  } catch {
    // Leaving the stream ends the answer, too.
    following.get(conversation)?.abort();
  }
  if (!following.has(conversation)) refreshTurns(queries, conversation);
}

/** Look now whether the server is back. */
export function lookAgain(conversation: string): void {
  waiting.get(conversation)?.();
}

/** Put a question away that the server did not take. */
export function dismiss(conversation: string): void {
  waiting.get(conversation)?.();
  remove(conversation);
}

async function run(
  queries: QueryClient,
  conversation: string,
  path: string,
  body: object,
  live: Live,
): Promise<void> {
  if (following.has(conversation)) return; // one at a time: the box says so
  const controller = new AbortController();
  following.set(conversation, controller);
  lives.set((all) => ({ ...all, [conversation]: live }));
  try {
    const address = `conversations/${conversation}/${path}`;
    for await (const told of follow<TurnEvents>(address, { body, signal: controller.signal })) {
      if (told.event === "done") {
        settle(queries, conversation, told.data);
        return;
      }
      change(conversation, (one) => heard(one, told));
      if (told.event === "conversation") {
        putConversation(queries, conversation, { title: told.data.title });
        refreshList(queries);
        tellOtherTabs(conversation);
      }
      if (told.event === "sentence") saySentence(told.data.sentence.text);
    }
  } catch (error) {
    await recover(queries, conversation, error);
  } finally {
    following.delete(conversation);
    tellOtherTabs(conversation);
  }
}

function settle(queries: QueryClient, conversation: string, turn: Turn): void {
  if (turn.kept) putTurn(queries, conversation, turn);
  else {
    showToast({ text: askWords.notKept });
    refreshTurns(queries, conversation);
  }
  remove(conversation);
  sayEnd(turn);
}

/**
 * The stream ended before its end. The server keeps what it was asked, and what was checked: show that, as soon as it can be
 * asked for it.
 */
async function recover(queries: QueryClient, conversation: string, error: unknown): Promise<void> {
  if (isAway(error)) change(conversation, (live) => ({ ...live, trouble: { kind: "away" } }));
  for (let wait = 800; ; wait = Math.min(wait * 1.5, 8000)) {
    const live = lives.get()[conversation];
    if (!live) return; // put away meanwhile
    try {
      const latest = await latestTurns(conversation);
      const kept = latest.turns.find((turn) => turn.number === live.number);
      putLatest(queries, conversation, latest);
      if (!kept) {
        change(conversation, (one) => ({ ...one, trouble: { kind: "refused", error } }));
        return;
      }
      // Where the old answer stays, nothing else tells why there is no new one.
      if (live.again && kept.answer && !isAway(error) && !isAbort(error)) showError(error);
      remove(conversation);
      return;
    } catch (again) {
      if (!isAway(again)) {
        change(conversation, (one) => ({ ...one, trouble: { kind: "refused", error: again } }));
        return;
      }
      change(conversation, (one) => ({ ...one, trouble: { kind: "away" } }));
      await pause(conversation, wait);
    }
  }
}

/** Nobody is there; or a proxy says so for it. */
function isAway(error: unknown): boolean {
  return (
    error instanceof UnreachableError || (error instanceof ApiError && [502, 504].includes(error.status))
  );
}

async function pause(conversation: string, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    waiting.set(conversation, () => {
      clearTimeout(timer);
      resolve();
    });
  });
  waiting.delete(conversation);
}

function sent({ mode, precise, showUnsupported }: Manner) {
  return { mode, precise, show_unsupported: showUnsupported };
}

function change(conversation: string, by: (live: Live) => Live): void {
  lives.set((all) => {
    const live = all[conversation];
    return live ? { ...all, [conversation]: by(live) } : all;
  });
}

function remove(conversation: string): void {
  lives.set((all) => Object.fromEntries(Object.entries(all).filter(([id]) => id !== conversation)));
}
