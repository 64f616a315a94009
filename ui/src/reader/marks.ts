import type { Schemas } from "@/api/client";
import type { Rectangle, Span } from "@/api/shapes";
import type { Place } from "@/lib/place";

/** Evidence is amber; what was searched for is not evidence. */
export type MarkKind = "quote" | "neighbour" | "found" | "current";

/** One thing that is marked on one page: its lines on the picture, its characters in the text. */
export interface Mark {
  kind: MarkKind;
  page: number;
  rectangles: readonly Rectangle[];
  spans: readonly Pick<Span, "start" | "end">[];
  /** Where it leads: for citations of the same answer. */
  place?: Place;
}

/** Where to go. `turn` counts, so that the same place can be gone to again. */
export interface Target {
  page: number;
  /** What of the page is to be seen, where that is known. */
  rectangle: Rectangle | null;
  /** Whether something marked is gone to, and not the page as such. */
  marked: boolean;
  turn: number;
}

/** The marks of a place. Its rectangles may come later, or never: texts have none. */
export function marksOf(
  place: Place,
  pages: readonly Schemas["PageRectangles"][],
  kind: "quote" | "neighbour",
): Mark[] {
  return [...new Set(place.spans.map((span) => span.page))].map((page) => ({
    kind,
    page,
    place,
    spans: place.spans.filter((span) => span.page === page),
    rectangles: pages.filter((one) => one.page === page).flatMap((one) => one.rectangles),
  }));
}

export function byPage(marks: readonly Mark[]): ReadonlyMap<number, readonly Mark[]> {
  const pages = new Map<number, Mark[]>();
  for (const mark of marks) {
    const others = pages.get(mark.page);
    if (others) others.push(mark);
    else pages.set(mark.page, [mark]);
  }
  return pages;
}

/** The rectangle around the lines of a mark. */
export function around(rectangles: readonly Rectangle[]): Rectangle | null {
  const [first, ...rest] = rectangles;
  return first === undefined
    ? null
    : rest.reduce(
        (all, one) => ({
          x0: Math.min(all.x0, one.x0),
          y0: Math.min(all.y0, one.y0),
          x1: Math.max(all.x1, one.x1),
          y1: Math.max(all.y1, one.y1),
        }),
        first,
      );
}

/** The first thing to see of marks: on the page that is named, if there is something on it. */
export function firstOf(
  pages: readonly Schemas["PageRectangles"][],
  page: number,
): { page: number; rectangle: Rectangle } | null {
  const found =
    pages.find((one) => one.page === page && one.rectangles.length > 0) ??
    pages.find((one) => one.rectangles.length > 0);
  const rectangle = found && around(found.rectangles);
  return found && rectangle ? { page: found.page, rectangle } : null;
}
