import { words } from "@/words";

const names = new Intl.DisplayNames(words.locale, { type: "language", fallback: "code" });

/** "German" for "de". */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code; // no code of a language
  }
}
