import { clsx } from "clsx";
import type { Citation } from "@/api/shapes";
import type { Place } from "@/lib/place";
import { readingOf, type Value as Said } from "@/lib/values";
import { values } from "@/words/en/values";
import { CitationChip } from "./citation-chip";
import { Clamp } from "./clamp";
import styles from "./value.module.css";

const CLEAR = 0.75;

interface ValueProps {
  value: Said;
  citations: readonly Citation[];
  /** Places of all citations of the same table. */
  among: readonly Place[];
}

/** What one document says of one thing: its words, their one form, how sure that is, and where it stands. */
export function Value({ value, citations, among }: ValueProps) {
  if (value.state !== "found") {
    return (
      <div className={styles.value}>
        <p className={clsx(styles.none, styles[value.state])}>{values.states[value.state]}</p>
        {value.note && (
          <p className={styles.note} dir="auto">
            {value.note}
          </p>
        )}
      </div>
    );
  }
  const reading = readingOf(value);
  const items = Array.isArray(value.normalised) && value.normalised.length > 1 ? value.normalised : null;
  return (
    <div className={styles.value}>
      <Clamp
        text={value.value}
        after={citations.map((citation) => (
          <CitationChip key={citation.number} citation={citation} among={among} />
        ))}
      >
        {items && (
          <ul className={styles.items}>
            {items.map((item, place) => (
              <li key={place} dir="auto">
                {item}
              </li>
            ))}
          </ul>
        )}
      </Clamp>
      <p className={styles.facts}>
        {reading && <span className={styles.reading}>{reading}</span>}
        {/* Seen only where it is not clear: a table of values that are is read in peace. */}
        <span title={values.confidenceHint} className={value.confidence >= CLEAR ? "heard" : undefined}>
          {values.confidence(value.confidence)}
        </span>
      </p>
      {value.note && (
        <p className={styles.note} dir="auto">
          {value.note}
        </p>
      )}
    </div>
  );
}
