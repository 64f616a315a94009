import { clsx } from "clsx";
import { segmentsOf } from "./segments";
import type { Told } from "./text-blocks";
import styles from "./marked-text.module.css";

interface MarkedTextProps extends Told {
  start: number;
  end: number;
  /** Lines stay lines. */
  verbatim?: boolean;
}

/** A stretch of a page's text with what is marked in it. Each piece knows where it begins: see selection.ts. */
export function MarkedText({ text, start, end, marks, turn, verbatim = false }: MarkedTextProps) {
  return segmentsOf(text, start, end, marks, verbatim).map((one) => {
    if (one.mark === null) {
      return (
        <span key={one.start} data-start={one.start} className={one.joined ? styles.joined : undefined}>
          {one.text}
        </span>
      );
    }
    return (
      <mark
        // Another turn is another element: it pulses again.
        key={`${one.start} ${turn}`}
        data-start={one.start}
        data-mark={one.mark.kind}
        className={clsx(styles.mark, styles[one.mark.kind], one.joined && styles.joined)}
      >
        {one.text}
      </mark>
    );
  });
}
