import { clsx } from "clsx";
import type { CSSProperties } from "react";
import type { Rectangle } from "@/api/shapes";
import { reader as words } from "@/words/en/reader";
import { around, type Mark } from "./marks";
import styles from "./mark-layer.module.css";

interface MarkLayerProps {
  /** Of the page. */
  name: string;
  marks: readonly Mark[];
  turn: number;
  onMark: (mark: Mark) => void;
}

/** What is marked on a page, over its picture; beside it a rail, where there is more than one thing to go to. */
export function MarkLayer({ name, marks, turn, onMark }: MarkLayerProps) {
  const quotes = marks.filter(
    (mark) => (mark.kind === "quote" || mark.kind === "neighbour") && mark.rectangles.length > 0,
  );
  return (
    <>
      <div className={styles.marks} aria-hidden="true">
        {marks.map((mark, at) =>
          mark.rectangles.map((rectangle, line) => (
            <div
              // Another turn is another element: it pulses again.
              key={`${at} ${line} ${turn}`}
              className={clsx(styles.mark, styles[mark.kind])}
              data-mark={mark.kind}
              style={boxOf(rectangle)}
            />
          )),
        )}
      </div>
      {quotes.length > 1 && (
        <ul className={styles.rail} aria-label={words.marks.rail(name)}>
          {quotes.map((mark, at) => {
            const box = around(mark.rectangles);
            return (
              box && (
                <li key={at}>
                  <button
                    type="button"
                    className={clsx(styles.tick, mark.kind === "quote" && styles.chosen)}
                    style={{ top: share(box.y0), height: share(box.y1 - box.y0) }}
                    aria-label={words.marks.mark(at + 1)}
                    aria-current={mark.kind === "quote" || undefined}
                    onClick={() => onMark(mark)}
                  />
                </li>
              )
            );
          })}
        </ul>
      )}
    </>
  );
}

const share = (part: number) => `${part * 100}%`;

function boxOf({ x0, y0, x1, y1 }: Rectangle): CSSProperties {
  return { left: share(x0), top: share(y0), width: share(x1 - x0), height: share(y1 - y0) };
}
