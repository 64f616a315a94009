import type { Warning } from "@/api/shapes";
import { warnings as texts } from "@/words/en/warnings";
import { sentence } from "./error-text";

const MOST_RANGES = 4;

/** "2–3, 7" for 2, 3, 7; "2, 5, 9, 12 …" for very many. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of [...pages].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && page <= last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const shown = ranges.slice(0, MOST_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return shown.join(", ") + (ranges.length > MOST_RANGES ? " …" : "");
}

const TOLD: Record<string, (one: boolean) => string> = {
  pages_failed: texts.failed,
  pages_without_text: texts.withoutText,
  pages_unreadable: texts.unreadable,
  pages_doubtful: texts.doubtful,
  pages_read_by_ocr: texts.ocr,
  hidden_text: texts.hidden,
};

/** "Pages 2–3 could not be read": which pages, and what of them; of other warnings what the server says. */
export function warningText({ code, message, pages }: Warning): string {
  if (pages.length === 0) return sentence(message);
  const one = pages.length === 1;
  const which = texts.pages(pageRanges(pages), one);
  const told = TOLD[code];
  return told ? `${which} ${told(one)}.` : texts.onPages(message.replace(/\.$/, ""), which.toLowerCase());
}

/** The first of them, and how many others there are; empty for none. */
export function warningsText([first, ...others]: readonly Warning[]): string {
  if (!first) return "";
  return others.length > 0 ? texts.andMore(warningText(first), others.length) : warningText(first);
}

/** What the server says beside that: how sure a reading is, what helps. Empty where it says no more. */
export function warningDetail(warning: Warning): string {
  const saysMore = warning.code in TOLD && warning.code !== "pages_failed" && warning.pages.length > 0;
  return saysMore ? sentence(warning.message) : "";
}
