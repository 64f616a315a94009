import type { Citation, Passage, Span } from "@/api/shapes";

/** A place in a document that can be opened, and is kept in the address: its page and the words to be marked. */
export interface Place {
  document: string;
  /** Physical, from 1. */
  page: number;
  /** Code points of the pages' texts, as the API counts; empty for the page as such. */
  spans: Span[];
}

const SPAN = /^(\d{1,7}):(\d{1,9})-(\d{1,9})$/;
const ID = /^[\w-]{1,64}$/;

/** "4:120-260,5:0-20" for the spans. */
export function writeSpans(spans: readonly Span[]): string {
  return spans.map((span) => `${span.page}:${span.start}-${span.end}`).join(",");
}

/** The spans that an address names; what is not one is left out, as anybody can write an address. */
export function readSpans(text: string | null): Span[] {
  return (text ?? "").split(",").flatMap((part) => {
    const [, page, start, end] = SPAN.exec(part) ?? [];
    const span = { page: Number(page), start: Number(start), end: Number(end) };
    return page !== undefined && span.page > 0 && span.end > span.start ? [span] : [];
  });
}

/** The place of the page beside the answer, from `?open=…&page=…&at=…`. */
export function readPlace(search: URLSearchParams): Place | null {
  const document = search.get("open");
  if (document === null || !ID.test(document)) return null;
  const spans = readSpans(search.get("at"));
  const page = Number(search.get("page") ?? spans[0]?.page ?? 1);
  return { document, page: Number.isInteger(page) && page > 0 ? page : 1, spans };
}

/** The same search with a place in it, or without any. */
export function withPlace(search: URLSearchParams, place: Place | null): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ["open", "page", "at"]) next.delete(name);
  if (place) {
    next.set("open", place.document);
    next.set("page", String(place.page));
    if (place.spans.length > 0) next.set("at", writeSpans(place.spans));
  }
  return next;
}

export function samePlace(one: Place, other: Place): boolean {
  return (
    one.document === other.document &&
    one.page === other.page &&
    writeSpans(one.spans) === writeSpans(other.spans)
  );
}

/** Where a citation or passage stands. */
export function placeOf(found: Pick<Citation | Passage, "document" | "page" | "spans">): Place {
  return { document: found.document.id, page: found.page, spans: found.spans };
}

/** Path of the screen of a document, at a place. */
export function documentPath(place: Pick<Place, "document"> & Partial<Place>): string {
  const search = new URLSearchParams();
  if (place.page !== undefined) search.set("page", String(place.page));
  if (place.spans && place.spans.length > 0) search.set("at", writeSpans(place.spans));
  const query = search.toString();
  return `/documents/${encodeURIComponent(place.document)}${query ? `?${query}` : ""}`;
}
