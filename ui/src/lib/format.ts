import type { DocumentRef } from "@/api/shapes";
import { words } from "@/words";

const LOCALE = words.locale;
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium" });
const exact = new Intl.DateTimeFormat(LOCALE, { dateStyle: "full", timeStyle: "medium" });
const plain = new Intl.NumberFormat(LOCALE);

/** "5 minutes ago" under a day, then the date. */
export function whenText(iso: string, now: Date = new Date()): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 45) return relative.format(0, "second");
  if (distance < 3600) return relative.format(Math.round(seconds / 60), "minute");
  if (distance < 86_400) return relative.format(Math.round(seconds / 3600), "hour");
  return day.format(new Date(iso));
}

export function exactTime(iso: string): string {
  return exact.format(new Date(iso));
}

export function numberText(value: number): string {
  return plain.format(value);
}

/** A number with a real minus: a hyphen is shorter, and breaks from its number. */
export function minusText(number: string): string {
  return number.replace("-", "−");
}

/** "1.4 MB", by thousands, as file managers count. */
export function sizeText(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return new Intl.NumberFormat(LOCALE, {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1000 ** step);
}

/** "0.04 s", "12 s", "3 min". */
export function secondsText(seconds: number): string {
  if (seconds >= 90) return words.units.minutes(Math.round(seconds / 60));
  return words.units.seconds(
    new Intl.NumberFormat(LOCALE, { maximumFractionDigits: seconds < 1 ? 2 : seconds < 10 ? 1 : 0 }).format(
      seconds,
    ),
  );
}

/** Whether a page's label is words of its own, as "slide 3" or "Prices, row 190", which say all there is to say. */
export function saysAll(label: string): boolean {
  return label.includes(" ");
}

/** "Page 14 (xii)": physical and printed, the second only where it differs; "slide 3". */
export function pageText(page: number, label: string): string {
  if (saysAll(label)) return label;
  return label && label !== String(page) ? words.units.pageWithLabel(page, label) : words.units.page(page);
}

/** The same within a sentence: "page 14 (xii)"; "section Fees", which keeps its capitals. */
export function pageWithin(page: number, label: string): string {
  const text = pageText(page, label);
  return saysAll(label) ? text : text.toLowerCase();
}

/** "p. xii": a page in short, by what is printed on it; "slide 3". */
export function shortPageText(page: number, label: string): string {
  return saysAll(label) ? label : words.units.pageInShort(label || String(page));
}

/** What a document is called: its title, or its file's name where it has none. */
export function documentName(document: Pick<DocumentRef, "title" | "file_name">): string {
  return document.title.trim() || document.file_name || words.untitled;
}
