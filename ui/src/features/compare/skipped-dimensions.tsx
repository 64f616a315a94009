import type { Skipped } from "@/api/shapes";
import { Value } from "@/components/value";
import type { Numbered } from "@/lib/citations";
import { compare } from "@/words/en/compare";
import styles from "./compare.module.css";

/** What was looked for and is in no column, and what the one document says that does report it. */
export function SkippedDimensions({
  skipped,
  citations,
}: {
  skipped: readonly Skipped[];
  citations: Numbered;
}) {
  if (skipped.length === 0) return null;
  const byNone = skipped.filter(({ cell }) => cell === null);
  return (
    <section className={styles.section}>
      <h2>{compare.result.skipped}</h2>
      <p className={styles.hint}>{compare.result.skippedHint}</p>
      {byNone.length < skipped.length && (
        <>
          <h3>{compare.result.skippedOne}</h3>
          <dl className={styles.one}>
            {skipped.map(({ dimension, name, cell }) => {
              if (cell === null) return null;
              return (
                <div key={dimension.name}>
                  <dt dir="auto">
                    {dimension.label} <span className={styles.only}>{compare.result.only(name)}</span>
                  </dt>
                  <dd>
                    <Value value={cell} citations={citations.of(cell.citations)} among={citations.places} />
                  </dd>
                </div>
              );
            })}
          </dl>
        </>
      )}
      {byNone.length > 0 && (
        <>
          <h3>{compare.result.skippedNone}</h3>
          <p dir="auto">{byNone.map(({ dimension }) => dimension.label).join(", ")}</p>
        </>
      )}
    </section>
  );
}
