import { type Place, readSpans } from "@/lib/place";

/** The place in a document that the address of its screen names: `?page=…&at=…`. */
export function placeIn(document: string, search: URLSearchParams): Place {
  const spans = readSpans(search.get("at"));
  const page = Number(search.get("page") ?? spans[0]?.page ?? 1);
  return { document, page: Number.isInteger(page) && page > 0 ? page : 1, spans };
}
