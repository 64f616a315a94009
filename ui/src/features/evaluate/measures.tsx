import type { EvaluationDetails, Measure } from "@/api/shapes";
import { Interval, ScaleNumbers } from "@/components/charts/interval";
import { SHARES } from "@/components/charts/scales";
import { numberText, secondsText } from "@/lib/format";
import { evaluate as words } from "@/words/en/evaluate";
import { intervalText, shareText } from "./numbers";
import styles from "./run-screen.module.css";

const FEW = 30;

/** The measures as numbers with their intervals, drawn on one scale. */
export function Measures({ run }: { run: EvaluationDetails }) {
  const counts: [string, string][] = [
    [words.measures.counts.asked, numberText(run.asked)],
    [words.measures.counts.excluded, numberText(run.excluded)],
    [words.measures.counts.failed, numberText(run.failed)],
  ];
  if (run.median_milliseconds !== null)
    counts.push([words.measures.counts.time, secondsText(run.median_milliseconds / 1000)]);
  if (run.most_milliseconds !== null)
    counts.push([words.measures.counts.most, secondsText(run.most_milliseconds / 1000)]);
  if (run.mean_rank !== null && run.median_rank !== null)
    counts.push([words.measures.counts.rank, words.measures.ranks(run.mean_rank, run.median_rank)]);
  return (
    <section className={styles.section} aria-label={words.measures.value}>
      <dl className={styles.counts}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.measures}>
        {(["retrieval", "answers"] as const).map((kind) => (
          <MeasureTable
            key={kind}
            caption={words.measures[kind]}
            measures={run.measures.filter((measure) => measure.kind === kind)}
          />
        ))}
      </div>
      {run.asked < FEW && <p className={styles.quiet}>{words.measures.short}</p>}
    </section>
  );
}

function MeasureTable({ caption, measures }: { caption: string; measures: readonly Measure[] }) {
  if (measures.length === 0) return null;
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.measures.measure}</th>
          <th scope="col" className={styles.value}>
            {words.measures.value}
          </th>
          <td className={styles.chart}>
            <ScaleNumbers scale={SHARES} />
          </td>
          <th scope="col" className={styles.count}>
            {words.measures.count}
          </th>
        </tr>
      </thead>
      <tbody>
        {measures.map((measure) => (
          <tr key={measure.name}>
            <th scope="row" title={measure.name}>
              {measure.words}
            </th>
            <td className={styles.value}>
              {measure.value === null ? (
                <span className={styles.quiet}>{words.measures.none}</span>
              ) : (
                <>
                  <span className={styles.mean}>{shareText(measure.value)}</span>
                  <span className={styles.range}>{intervalText(measure)}</span>
                </>
              )}
            </td>
            <td className={styles.chart}>
              <Interval scale={SHARES} value={measure.value} low={measure.low} high={measure.high} />
            </td>
            <td className={styles.count}>
              {numberText(measure.count)}
              <span className={styles.unit}>{words.measures.unit(measure.count)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
