import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useMemo, useRef } from "react";
import type { PageEntry } from "@/api/shapes";
import { reader as words } from "@/words/en/reader";
import { byPage, type Mark, type Target } from "./marks";
import { TextPage } from "./text-page";
import styles from "./text-pages.module.css";
import { useHeld } from "./use-held";

interface TextPagesProps {
  document: string;
  pages: readonly PageEntry[];
  /** Of the letters, 1 as they are. */
  size: number;
  target: Target;
  marks: readonly Mark[];
  onMark: (mark: Mark) => void;
  onRead: (page: number) => void;
}

const EYE = 0.3;
const NO_MARKS: readonly Mark[] = [];
/** A page of A4 as text; measured when it is there. */
const USUAL_HEIGHT = 1100;

/** The text of a document, page by page: for what has no pages to look at, and for those who rather read text. */
export function TextPages({ document, pages, size, target, marks, onMark, onRead }: TextPagesProps) {
  const desk = useRef<HTMLDivElement>(null);
  const marked = useMemo(() => byPage(marks), [marks]);
  const rows = useVirtualizer({
    count: pages.length,
    getScrollElement: () => desk.current,
    estimateSize: () => USUAL_HEIGHT * size,
    overscan: 1,
  });
  const goTo = useCallback(() => {
    const box = desk.current;
    if (!box || showMark(box, target.page)) return;
    const place = Math.min(Math.max(target.page, 1), pages.length) - 1;
    const [top] = rows.getOffsetForIndex(place, "start") ?? [];
    if (top !== undefined && Math.abs(box.scrollTop - top) > 1) box.scrollTop = top;
  }, [rows, target.page, pages.length]);
  const held = useHeld(desk, target.turn, goTo);

  const look = () => {
    const box = desk.current;
    if (!box) return;
    // Near the end a page cannot come to the top, and short ones are seen all at once.
    if (held.current) {
      onRead(target.page);
      return;
    }
    const eye = box.scrollTop + box.clientHeight * EYE;
    const row = rows.getVirtualItems().find((one) => one.start <= eye && one.end > eye);
    const page = row && pages[row.index];
    if (page) onRead(page.index);
  };
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
      style={{ "--size": size }}
    >
      <div className={styles.all} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const page = pages[row.index];
          return (
            page && (
              <div
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                className={styles.row}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <TextPage
                  document={document}
                  page={page.index}
                  label={page.label}
                  marks={marked.get(page.index) ?? NO_MARKS}
                  turn={target.turn}
                  onMark={onMark}
                  onShown={() => {
                    if (held.current) goTo();
                  }}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** Scroll to what was found, else to the quote; false where neither is there yet. */
function showMark(desk: HTMLElement, page: number): boolean {
  const of = `[data-page="${page}"] [data-mark=`;
  const mark = desk.querySelector(`${of}current]`) ?? desk.querySelector(`${of}quote]`);
  mark?.scrollIntoView({ block: "center", behavior: "instant" });
  return mark !== null;
}
