import type { Schemas } from "@/api/client";
import type { Citation, Sentence, Turn } from "@/api/shapes";
import type { StreamEvent } from "@/api/streaming";

/** What the server tells while it answers a question of a conversation. */
export interface TurnEvents {
  conversation: Schemas["TurnTold"];
  stage: Schemas["StageTold"];
  draft: Schemas["DraftTold"];
  sentence: Schemas["SentenceTold"];
  removed: Schemas["RemovedTold"];
  done: Turn;
}

/** Why an answer stands still: the server is away and is waited for, or it did not take the question. */
export type Trouble = { kind: "away" } | { kind: "refused"; error: unknown };

/** An answer under way, followed by this page. */
export interface Live {
  question: string;
  /** Of its turn; null until the server has told it, and with it that the question is kept. */
  number: number | null;
  /** Whether a question that has a turn is asked once more. */
  again: boolean;
  /** Milliseconds, as of `Date.now()`. */
  startedAt: number;
  /** What is being done, in words. */
  stage: string;
  sentences: readonly Sentence[];
  citations: readonly Citation[];
  removed: readonly Sentence[];
  /** What the model wrote and nobody has checked yet. */
  draft: string;
  stopping: boolean;
  trouble: Trouble | null;
}

export function begun(question: string, startedAt: number, again: number | null = null): Live {
  return {
    question,
    number: again,
    again: again !== null,
    startedAt,
    stage: "",
    sentences: [],
    citations: [],
    removed: [],
    draft: "",
    stopping: false,
    trouble: null,
  };
}

/** The answer under way after another event. `done` has its own place: the turn that it brings replaces this. */
export function heard(live: Live, told: Exclude<StreamEvent<TurnEvents>, { event: "done" }>): Live {
  switch (told.event) {
    case "conversation":
      return { ...live, number: told.data.number };
    case "stage":
      return { ...live, stage: told.data.text };
    case "draft":
      return { ...live, draft: live.draft + told.data.text };
    case "sentence": {
      const { sentence, citations } = told.data;
      return {
        ...live,
        sentences: [...live.sentences, sentence],
        citations: [...live.citations, ...citations],
        draft: withoutChecked(live.draft, sentence.text),
      };
    }
    case "removed": {
      const { sentence } = told.data;
      return {
        ...live,
        removed: [...live.removed, sentence],
        draft: withoutChecked(live.draft, sentence.text),
      };
    }
  }
}

const LETTER = /[\p{L}\p{N}]/u;
const MARKER = /\s*(?:\[\s*\d[\d\s,–-]*\]|【\s*\d[\d\s,–-]*】)/g;
/** What ends a sentence behind its last letter: its stop, closing signs, and markers. */
const ENDING = /^[^\s\p{L}\p{N}[【]*(?:\s*(?:\[\s*\d[\d\s,–-]*\]|【\s*\d[\d\s,–-]*】))*[.!?…。！？]?/u;
/** What stands before the text of a line: white space, bullets, heading marks, a table's bar. */
const BEGINNING = /^[ \t>]*(?:(?:#{1,6}|[-*+•‣◦▪–]|\(?\w{1,3}[.)])[ \t]+|\|[ \t]*)?/;

/**
 * The draft behind a sentence that was checked. Only letters and digits are compared: what is checked has lost markers,
 * links and white space of the draft.
 */
export function withoutChecked(draft: string, sentence: string): string {
  const places: number[] = [];
  let letters = "";
  // Markers are blanked, not cut, so that places stay those of the draft.
  const bare = draft.replace(MARKER, (marker) => " ".repeat(marker.length));
  for (let at = 0; at < bare.length; at++) {
    const letter = bare.charAt(at);
    if (!LETTER.test(letter)) continue;
    letters += letter;
    places.push(at);
  }
  const sought = Array.from(sentence, (letter) => (LETTER.test(letter) ? letter : "")).join("");
  const found = sought === "" ? -1 : letters.indexOf(sought);
  const end = places[found + sought.length - 1];
  if (found < 0 || end === undefined) return draft;
  return draft.slice(end + 1).replace(ENDING, "");
}

/**
 * The draft as it is shown, line by line, as if it were sentences: so it stands where they will. It has no markers, as they
 * count what has not been checked.
 */
export function draftLines(draft: string): Sentence[] {
  const shown = draft.replace(MARKER, "").replace(/\s*[[【][\d\s,–-]*$/, "");
  let lead = "";
  return shown.split("\n").flatMap((line, place) => {
    const beginning = BEGINNING.exec(line)?.[0] ?? "";
    lead += (place > 0 ? "\n" : "") + beginning;
    const text = line.slice(beginning.length).trimEnd();
    if (!LETTER.test(text)) return [];
    const sentence = { text, lead, citations: [], problem: "" };
    lead = "";
    return [sentence];
  });
}
