import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { PageEntry } from "@/api/shapes";
import { reader as words } from "@/words/en/reader";
import {
  anchorAt,
  type Anchor,
  factorOf,
  GAP,
  heightOf,
  layOut,
  type Layout,
  pageAt,
  pagesBetween,
  type Zoom,
} from "./geometry";
import { byPage, type Mark, type Target } from "./marks";
import { PageFrame } from "./page-frame";
import styles from "./pages.module.css";
import type { PdfState } from "./pdf";
import { useRoom } from "./use-room";
import { useZoomGestures } from "./use-zoom-gestures";

interface PagesProps {
  document: string;
  pages: readonly PageEntry[];
  pdf: PdfState;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  target: Target;
  marks: readonly Mark[];
  onMark: (mark: Mark) => void;
  /** The page that is read, from 1, and the factor at which it is shown. */
  onRead: (page: number, factor: number) => void;
}

/** Where the eye reads: that page counts as the one being read, and there a mark is shown. */
const EYE = 0.3;
const NO_MARKS: readonly Mark[] = [];

/** All pages of a document, of which those are there that are seen, and one before and after. */
export function Pages({ document, pages, pdf, zoom, onZoom, target, marks, onMark, onRead }: PagesProps) {
  const desk = useRef<HTMLDivElement>(null);
  const room = useRoom(desk);
  const layout = useMemo(() => (room ? layOut(pages, room, zoom) : null), [pages, room, zoom]);
  const marked = useMemo(() => byPage(marks), [marks]);
  const [seen, setSeen] = useState({ first: target.page - 1, last: target.page - 1 });
  /** What stays where it is, and how far below the upper edge, when all is laid out anew. */
  const held = useRef<{ anchor: Anchor; below: number; beside: number } | null>(null);

  const look = () => {
    const box = desk.current;
    if (!box || !layout || !room) return;
    const eye = Math.min(box.clientHeight * EYE, box.clientHeight - 1);
    held.current = {
      anchor: anchorAt(layout, box.scrollLeft + box.clientWidth / 2, box.scrollTop + eye),
      below: eye,
      beside: box.clientWidth / 2,
    };
    const now = pagesBetween(layout, box.scrollTop, box.scrollTop + box.clientHeight);
    setSeen((before) => (before.first === now.first && before.last === now.last ? before : now));
    // At the very end the last page is read, though it may be too short to come up to the eye.
    const ended = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= layout.height - 1;
    const read = ended ? pages.at(-1) : pages[pageAt(layout, box.scrollTop + eye)];
    if (read) onRead(read.index, factorOf(read, room, zoom));
  };

  useZoomGestures(desk, { pages, layout, room, zoom, onZoom }, (x, y) => {
    const box = desk.current;
    if (!box || !layout) return;
    held.current = { anchor: anchorAt(layout, box.scrollLeft + x, box.scrollTop + y), below: y, beside: x };
  });

  const shown = useRef<{ turn: number; layout: Layout } | null>(null);
  useLayoutEffect(
    function keepOrGoTo() {
      const box = desk.current;
      if (!box || !layout) return;
      const before = shown.current;
      shown.current = { turn: target.turn, layout };
      if (before?.turn !== target.turn) {
        const { top, left } = scrollFor(layout, target, box);
        box.scrollTo({ top, left, behavior: "instant" });
      } else if (before.layout !== layout && held.current) {
        const { anchor, below, beside } = held.current;
        box.scrollTo({
          top: heightOf(layout, anchor) - below,
          left: anchor.x * layout.width - beside,
          behavior: "instant",
        });
      } else return;
      look();
    },
    // `look` is made anew with each of these.
    [layout, target], // eslint-disable-line react-hooks/exhaustive-deps
  );

  const first = Math.max(0, seen.first - 1);
  const last = Math.min(pages.length - 1, seen.last + 1);
  return (
    <div
      ref={desk}
      className={styles.desk}
      data-desk
      role="region"
      aria-label={words.pages}
      // It scrolls, so it takes focus: arrows, page keys, Home and End are then the browser's own.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={look}
    >
      {layout && room && (
        <div
          className={styles.all}
          style={{ height: layout.height, width: Math.max(layout.width, room.width) }}
        >
          {pages.slice(first, last + 1).map((page, place) => {
            const at = first + place;
            const width = layout.widths[at] ?? 0;
            return (
              <PageFrame
                key={page.index}
                document={document}
                page={page.index}
                label={page.label}
                top={layout.tops[at] ?? 0}
                left={Math.max(
                  (room.width - width) / 2,
                  layout.width > room.width ? (layout.width - width) / 2 : 0,
                )}
                width={width}
                height={layout.heights[at] ?? 0}
                pdf={pdf}
                seen={at >= seen.first && at <= seen.last}
                marks={marked.get(page.index) ?? NO_MARKS}
                turn={target.turn}
                onMark={onMark}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Where to scroll so that a target is seen: its rectangle in the upper third, or the beginning of its page. */
function scrollFor(layout: Layout, target: Target, box: HTMLElement): { top: number; left: number } {
  const at = Math.min(Math.max(target.page, 1), layout.tops.length) - 1;
  const top = layout.tops[at] ?? 0;
  const middle = (layout.width - box.clientWidth) / 2;
  if (!target.rectangle) return { top: top - GAP, left: middle };
  const { x0, x1, y0 } = target.rectangle;
  const width = layout.widths[at] ?? 0;
  const side = (layout.width - width) / 2;
  return {
    top: top + y0 * (layout.heights[at] ?? 0) - box.clientHeight * EYE,
    left: side + ((x0 + x1) / 2) * width - box.clientWidth / 2,
  };
}
