import { plural } from "../plural";

export const warnings = {
  pages: (list: string, one: boolean) => (one ? `Page ${list}` : `Pages ${list}`),
  failed: () => "could not be read",
  withoutText: (one: boolean) => (one ? "has no text" : "have no text"),
  unreadable: (one: boolean) =>
    one ? "has text in a font that cannot be read" : "have text in a font that cannot be read",
  doubtful: () => "may be misread; check quotes on the page",
  ocr: (one: boolean) => (one ? "was read from its picture" : "were read from their pictures"),
  hidden: (one: boolean) =>
    one ? "has hidden text, which is left out" : "have hidden text, which is left out",
  onPages: (message: string, pages: string) => `${message} (${pages}).`,
  andMore: (first: string, count: number) => `${first} ${plural(count, { one: "1 more", other: "# more" })}`,
};
