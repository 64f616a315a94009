import type { Answer } from "@/api/shapes";
import { KeptStore } from "./kept-store";
import { useStore } from "./store";

/** What somebody thought of an answer, with all that makes a question of it for an evaluation. Kept in this browser only. */
export interface Mark {
  question: string;
  good: boolean;
  /** ISO time. */
  at: string;
  /** Whether the answer was that the documents do not say. */
  refused: boolean;
  /** What the answer quoted. */
  quotes: { document: string; fileName: string; page: number; quote: string }[];
}

const KEY = "pincite-marks";
const MOST = 1000;

/** By `markKey`. */
export type Marks = Readonly<Record<string, Mark>>;

const store = new KeptStore<Marks>(KEY, known);

export const markKey = (conversation: string, turn: number) => `${conversation}/${turn}`;

export const useMarks = (): Marks => useStore(store);

/** Mark an answer as good or bad; the same mark again takes it back. */
export function markAnswer(key: string, answer: Answer, good: boolean, now: Date = new Date()): void {
  const { [key]: before, ...others } = store.get();
  if (before?.good === good) {
    store.set(others);
    return;
  }
  const mark: Mark = {
    question: answer.asked_as || answer.question,
    good,
    at: now.toISOString(),
    refused: answer.refused,
    quotes: answer.citations.map(({ document, page, quote }) => ({
      document: document.id,
      fileName: document.file_name,
      page,
      quote,
    })),
  };
  // The oldest leave first: entries stand in the order in which they were made.
  store.set(Object.fromEntries([...Object.entries(others), [key, mark]].slice(-MOST)) as Marks);
}

export const forgetMarks = (): void => store.set({});

function known(kept: unknown): Marks {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, Mark] => isMark(entry[1])),
  );
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== "object" || value === null) return false;
  const mark = value as Partial<Mark>;
  return typeof mark.question === "string" && typeof mark.good === "boolean" && Array.isArray(mark.quotes);
}
