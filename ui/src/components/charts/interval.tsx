import { minusText, numberText } from "@/lib/format";
import styles from "./charts.module.css";
import { position, type Scale, ticks } from "./scales";

interface IntervalProps {
  scale: Scale;
  value: number | null;
  low: number | null;
  high: number | null;
  /** "strong" where the interval shows something; else what it says is open. */
  tone?: "plain" | "strong";
}

const percent = (share: number) => `${share * 100}%`;

/** A dot with its whiskers on a scale. The numbers stand beside it as text: the drawing is for the eye alone. */
export function Interval({ scale, value, low, high, tone = "strong" }: IntervalProps) {
  return (
    <div className={styles.interval} aria-hidden="true" data-tone={tone}>
      {ticks(scale).map((tick) => (
        <span
          key={tick}
          className={styles.tick}
          data-zero={tick === 0 && scale.from < 0}
          style={{ insetInlineStart: percent(position(scale, tick)) }}
        />
      ))}
      {low !== null && high !== null && (
        <span
          className={styles.whisker}
          style={{
            insetInlineStart: percent(position(scale, low)),
            width: percent(position(scale, high) - position(scale, low)),
          }}
        />
      )}
      {value !== null && (
        <span className={styles.dot} style={{ insetInlineStart: percent(position(scale, value)) }} />
      )}
    </div>
  );
}

/** The numbers of a scale, over a column of intervals. */
export function ScaleNumbers({ scale }: { scale: Scale }) {
  return (
    <div className={styles.numbers} aria-hidden="true">
      {ticks(scale).map((tick) => (
        <span key={tick} style={{ insetInlineStart: percent(position(scale, tick)) }}>
          {minusText(numberText(tick))}
        </span>
      ))}
    </div>
  );
}
