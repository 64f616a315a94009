import { numberText } from "@/lib/format";
import styles from "./charts.module.css";
import { position, SHARES, ticks } from "./scales";

const SIDE = 220;
const LEFT = 34;
const BELOW = 24;
const ROOM = SIDE - LEFT - 8;

export const across = (share: number) => LEFT + position(SHARES, share) * ROOM;
export const up = (share: number) => SIDE - BELOW - position(SHARES, share) * (SIDE - BELOW - 8);

interface PlaneProps {
  /** What it shows, for readers by ear. */
  label: string;
  /** What lies along the axes. */
  x: string;
  y: string;
  children: React.ReactNode;
}

/** Two shares against each other: a square with lines at quarters. */
export function Plane({ label, x, y, children }: PlaneProps) {
  return (
    <figure className={styles.plane}>
      <svg viewBox={`0 0 ${SIDE} ${SIDE}`} role="img" aria-label={label} className={styles.drawing}>
        {ticks(SHARES).map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={across(0)} x2={across(1)} y1={up(tick)} y2={up(tick)} />
            <text x={LEFT - 6} y={up(tick) + 4} textAnchor="end">
              {numberText(tick)}
            </text>
            <text x={across(tick)} y={SIDE - 6} textAnchor="middle">
              {numberText(tick)}
            </text>
          </g>
        ))}
        {children}
      </svg>
      <figcaption>
        <span>{x}</span>
        <span>{y}</span>
      </figcaption>
    </figure>
  );
}
