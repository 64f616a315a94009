/** How pages lie one below the other, all computed from their sizes: what is not seen need not be there. */

export type Zoom = { fit: "width" | "page" } | { fit: "none"; factor: number };

export interface Size {
  width: number;
  height: number;
}

/** Pages in CSS pixels, from the top of the first. */
export interface Layout {
  tops: Float64Array;
  widths: Float64Array;
  heights: Float64Array;
  /** Of the widest page. */
  width: number;
  height: number;
}

const LEAST_FACTOR = 0.5;
const MOST_FACTOR = 4;
const STEPS = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
/** Pages are measured in points, 1/72 inch; screens in 1/96. */
const PIXELS_PER_POINT = 96 / 72;
/** Between pages, and around them. */
export const GAP = 12;
export const MARGIN = 20;
/** A page without a size, or of no height, is taken for A4. */
const A4: Size = { width: 595, height: 842 };

export function within(factor: number): number {
  return Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, factor));
}

/** CSS pixels a point of one page. Pages that fit do so each by itself: drawings among letters stay readable. */
export function scaleOf(page: Size, room: Size, zoom: Zoom): number {
  if (zoom.fit === "none") return within(zoom.factor) * PIXELS_PER_POINT;
  const width = Math.max(room.width - 2 * MARGIN, 80) / page.width;
  if (zoom.fit === "width") return width;
  return Math.min(width, Math.max(room.height - 2 * GAP, 80) / page.height);
}

export function layOut(pages: readonly Size[], room: Size, zoom: Zoom): Layout {
  const layout: Layout = {
    tops: new Float64Array(pages.length),
    widths: new Float64Array(pages.length),
    heights: new Float64Array(pages.length),
    width: 0,
    height: GAP,
  };
  pages.forEach((page, at) => {
    const size = page.width > 0 && page.height > 0 ? page : A4;
    const scale = scaleOf(size, room, zoom);
    layout.tops[at] = layout.height;
    layout.widths[at] = Math.round(size.width * scale);
    layout.heights[at] = Math.round(size.height * scale);
    layout.width = Math.max(layout.width, layout.widths[at] ?? 0);
    layout.height += (layout.heights[at] ?? 0) + GAP;
  });
  return layout;
}

/** The place (from 0) of the page at a height: the last that begins above it. */
export function pageAt(layout: Layout, y: number): number {
  let low = 0;
  let high = layout.tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((layout.tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Places of the first and last page of which something is between two heights. */
export function pagesBetween(layout: Layout, top: number, bottom: number): { first: number; last: number } {
  const first = pageAt(layout, top);
  const ended = (layout.tops[first] ?? 0) + (layout.heights[first] ?? 0) <= top;
  const last = pageAt(layout, bottom);
  return { first: Math.min(ended ? first + 1 : first, last), last };
}

/** A point on a page, as shares of it: what stays where it is while all around it is laid out anew. */
export interface Anchor {
  page: number;
  x: number;
  y: number;
}

export function anchorAt(layout: Layout, x: number, y: number): Anchor {
  const page = pageAt(layout, y);
  return {
    page,
    x: layout.width > 0 ? x / layout.width : 0,
    y: (y - (layout.tops[page] ?? 0)) / Math.max(layout.heights[page] ?? 1, 1),
  };
}

export function heightOf(layout: Layout, anchor: Anchor): number {
  return (layout.tops[anchor.page] ?? 0) + anchor.y * (layout.heights[anchor.page] ?? 0);
}

/** The factor at which a page is shown. */
export function factorOf(page: Size, room: Size, zoom: Zoom): number {
  return zoom.fit === "none" ? within(zoom.factor) : scaleOf(page, room, zoom) / PIXELS_PER_POINT;
}

/** The next step above or below a factor. */
export function stepFrom(factor: number, by: 1 | -1): Zoom {
  const further = STEPS.filter((step) => (by > 0 ? step > factor * 1.02 : step < factor * 0.98));
  const next = by > 0 ? further[0] : further.at(-1);
  return { fit: "none", factor: next ?? (by > 0 ? MOST_FACTOR : LEAST_FACTOR) };
}

const MOST_PIXELS = 10_000_000;

/** Device pixels a CSS pixel for the canvas of a page: as the screen has, while its memory stays bounded. */
export function sharpness(width: number, height: number, screen: number): number {
  return Math.min(Math.max(screen, 1), Math.sqrt(MOST_PIXELS / Math.max(width * height, 1)));
}
