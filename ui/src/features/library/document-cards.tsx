import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { library } from "@/words/en/library";
import { DocumentCard } from "./document-card";
import styles from "./document-cards.module.css";
import type { DocumentListProps } from "./document-table";
import { useGridKeys } from "./use-grid-keys";

const LEAST_WIDTH = 176;
const GAP = 20;
const TEXT_HEIGHT = 92;
/** Of the pictures: A4, a little cut at the bottom. */
const RATIO = 1.3;

export function DocumentCards({ view, count, jobs }: Pick<DocumentListProps, "view" | "count" | "jobs">) {
  const scroller = useRef<HTMLDivElement>(null);
  const [inner, setInner] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const style = getComputedStyle(element);
      setInner(element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const across = Math.max(2, Math.floor((inner + GAP) / (LEAST_WIDTH + GAP)));
  const width = (inner - GAP * (across - 1)) / across;
  const height = Math.round(width * RATIO) + TEXT_HEIGHT;
  const { documents, onReach } = view;
  const lines = useVirtualizer({
    count: inner > 0 ? Math.ceil(documents.length / across) : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => height + GAP,
    overscan: 2,
  });
  useEffect(() => lines.measure(), [lines, height]);
  const keys = useGridKeys(view, across, (index) => lines.scrollToIndex(Math.floor(index / across)));
  const shown = lines.getVirtualItems();
  const last = ((shown.at(-1)?.index ?? 0) + 1) * across - 1;
  useEffect(() => onReach(last), [onReach, last]);
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* The cards take the focus; the keys reach the grid from them. */}
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        ref={keys.grid}
        role="grid"
        aria-label={library.table.label(count)}
        aria-multiselectable="true"
        aria-rowcount={view.hasMore ? -1 : Math.ceil(documents.length / across)}
        className={styles.grid}
        style={{ height: lines.getTotalSize() }}
        onKeyDown={keys.onKeyDown}
      >
        {shown.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 1}
            className={styles.line}
            style={{
              transform: `translateY(${start}px)`,
              height,
              gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
            }}
          >
            {documents.slice(index * across, (index + 1) * across).map((document, column) => (
              <DocumentCard
                key={document.id}
                document={document}
                place={column + 1}
                chosen={view.chosen.has(document.id)}
                active={keys.active === document.id}
                job={jobs.get(document.id)}
                choosing={view.chosen.size > 0}
                onChoose={view.onChoose}
                onActive={keys.onActive}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
