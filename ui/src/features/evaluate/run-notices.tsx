import type { EvaluationDetails } from "@/api/shapes";
import { Notice } from "@/components/notice";
import { sentence } from "@/lib/error-text";
import { evaluate as words } from "@/words/en/evaluate";
import styles from "./run-screen.module.css";

/** What to know before the numbers are believed. */
export function RunNotices({ run }: { run: EvaluationDetails }) {
  return (
    <>
      {run.state === "failed" && (
        <Notice tone="loss">
          <p>{run.failure ? sentence(run.failure) : words.run.failed}</p>
          {run.remedy && <p>{run.remedy}</p>}
        </Notice>
      )}
      {run.state === "stopped" && <Notice>{words.run.stopped(run.asked, run.usable)}</Notice>}
      {run.state === "broken_off" && <Notice>{words.run.brokenOff(run.asked, run.usable)}</Notice>}
      {run.changed && <Notice>{words.run.changed}</Notice>}
      {run.collection_gone && <Notice>{words.run.collectionGone}</Notice>}
      {run.excluded > 0 && (
        <Notice>
          <details className={styles.exclusions}>
            <summary>{words.run.excluded(run.excluded)}</summary>
            <ul>
              {run.exclusions.map((exclusion) => (
                <li key={exclusion.line}>
                  <span className="figures">{words.run.line(exclusion.line)}</span>
                  <span dir="auto">{exclusion.question}</span>
                  <span className={styles.reason} dir="auto">
                    {sentence(exclusion.reason)}
                  </span>
                </li>
              ))}
            </ul>
            {run.excluded > run.exclusions.length && (
              <p>{words.run.excludedMore(run.excluded - run.exclusions.length)}</p>
            )}
          </details>
        </Notice>
      )}
    </>
  );
}
