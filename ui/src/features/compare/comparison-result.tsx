import { useMemo } from "react";
import type { Comparison } from "@/api/shapes";
import { CitedSentence } from "@/components/cited-sentence";
import { RemovedSentences } from "@/components/removed-sentences";
import { numbered } from "@/lib/citations";
import { secondsText } from "@/lib/format";
import { compare } from "@/words/en/compare";
import { type Choice, comparisonWanted } from "./choice";
import styles from "./compare.module.css";
import { comparisonRun } from "./queries";
import { RunView } from "./run-view";
import { SkippedDimensions } from "./skipped-dimensions";
import { comparisonTable } from "./table";
import { TableView } from "./table-view";

interface ResultProps {
  choice: Choice;
  change: (by: Partial<Choice>) => void;
}

export function ComparisonResult({ choice, change }: ResultProps) {
  const run = useMemo(() => comparisonRun(choice), [choice]);
  return (
    <RunView run={run} choice={choice} change={change}>
      {(comparison) => <Compared comparison={comparison} choice={choice} />}
    </RunView>
  );
}

function Compared({ comparison, choice }: { comparison: Comparison; choice: Choice }) {
  const table = useMemo(() => comparisonTable(comparison), [comparison]);
  const citations = useMemo(() => numbered(comparison.citations), [comparison]);
  const { dimensions, synthesis, skipped, notes, removed, seconds, mode, model, kept } = comparison;
  return (
    <div className={styles.result}>
      {dimensions.length > 0 ? (
        <TableView
          table={table}
          places={citations.places}
          formats={["xlsx", "csv", "md"]}
          exportPath="comparisons/export"
          wanted={comparisonWanted(choice)}
          facts={compare.result.facts(
            secondsText(seconds),
            compare.result[mode],
            model ? compare.result.byModel(model.name, model.remote) : "",
            kept > 0 ? compare.result.keptBefore(kept) : "",
          )}
        />
      ) : (
        <div className={styles.stopped}>
          <h2>{compare.result.nothing}</h2>
          <p>{compare.result.nothingHint}</p>
        </div>
      )}
      {(synthesis.length > 0 || removed.length > 0) && (
        <section className={styles.section}>
          <h2>{compare.result.synthesis}</h2>
          {synthesis.length > 0 && (
            <ul className={styles.sentences}>
              {synthesis.map((sentence, place) => (
                <li key={place}>
                  <CitedSentence sentence={sentence} citations={citations} />
                </li>
              ))}
            </ul>
          )}
          <RemovedSentences sentences={removed} />
        </section>
      )}
      <SkippedDimensions skipped={skipped} citations={citations} />
      <Notes notes={notes} />
    </div>
  );
}

export function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{compare.result.notes}</h2>
      <ul>
        {notes.map((note) => (
          <li key={note} dir="auto">
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
