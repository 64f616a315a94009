import { numberText } from "@/lib/format";
import styles from "./charts.module.css";

export interface Bar {
  label: string;
  /** The label for readers by ear, where that is shorter than what it means. */
  name: string;
  count: number;
  /** Stands apart from the others: what was not found, beside ranks. */
  apart?: boolean;
}

/** Counts side by side. Every bar has its number, so that nothing has to be read off a scale. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return (
    <ol className={styles.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label} className={styles.bar} data-apart={bar.apart === true}>
          <span className={styles.count}>{bar.count > 0 ? numberText(bar.count) : ""}</span>
          <span className={styles.room} aria-hidden="true">
            <span className={styles.fill} style={{ height: `${(bar.count / most) * 100}%` }} />
          </span>
          <span className={styles.label} aria-hidden="true">
            {bar.label}
          </span>
          <span className="heard">{bar.name}</span>
        </li>
      ))}
    </ol>
  );
}
