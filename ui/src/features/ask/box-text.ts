import { Store, useStore } from "@/lib/store";

/** What stands in the question box of each conversation, and of a new one (null): it is there again after another screen. */
const texts = new Store<Readonly<Record<string, string>>>({});

export const useBoxText = (conversation: string | null): string => useStore(texts)[conversation ?? ""] ?? "";

export function setBoxText(conversation: string | null, text: string | ((before: string) => string)): void {
  const key = conversation ?? "";
  texts.set((all) => ({ ...all, [key]: typeof text === "function" ? text(all[key] ?? "") : text }));
}

/** Put a word at the end of the question, before its mark. */
export function withWord(question: string, word: string): string {
  const [, text = "", mark = ""] = /^(.*?)\s*([?？؟]?)\s*$/s.exec(question) ?? [];
  return `${text ? `${text} ` : ""}${word}${mark}`;
}
