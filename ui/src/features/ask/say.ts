import type { Turn } from "@/api/shapes";
import { announce } from "@/lib/announce";
import { askWords } from "@/words/en/ask";

const TOGETHER_MS = 700;
let unsaid: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Read a sentence out; those that come close together in one go, as each would cut off the one before. */
export function saySentence(text: string): void {
  unsaid.push(text);
  timer ??= setTimeout(flush, TOGETHER_MS);
}

export function sayEnd({ answer, failure }: Turn): void {
  if (answer?.refused) unsaid.push(answer.text, answer.reason_text);
  else if (answer) unsaid.push(askWords.said.end(answer.counts.sentences, answer.citations.length));
  else unsaid.push(failure);
  clearTimeout(timer);
  flush();
}

function flush(): void {
  timer = undefined;
  announce(unsaid.join(" "));
  unsaid = [];
}
