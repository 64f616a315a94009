import { type ReactNode, useEffect, useState } from "react";
import type { DocumentTold } from "@/api/shapes";
import { Button } from "@/components/button";
import { Progress } from "@/components/progress";
import { ErrorState } from "@/components/states";
import { type Streamed, useRun } from "@/lib/runs";
import { saveSchema } from "@/lib/own-schemas";
import { words } from "@/words";
import { compare } from "@/words/en/compare";
import type { Choice } from "./choice";
import styles from "./compare.module.css";
import { schemaProblem, type SchemaProblem } from "./own-schema";
import { OwnSchemaDialog } from "./own-schema-dialog";

interface RunViewProps<Result> {
  run: Streamed<DocumentTold, Result>;
  choice: Choice;
  change: (by: Partial<Choice>) => void;
  children: (result: Result) => ReactNode;
}

/** What is chosen is carried out unless its result is there: how far it is, why it ended, or what came of it. */
export function RunView<Result>({ run, choice, change, children }: RunViewProps<Result>) {
  const { result, running, told, error, stopped, begin, stop } = useRun(run);
  const idle = result === undefined && !running && error === null && !stopped;
  useEffect(() => {
    if (idle) begin();
  }, [idle, begin]);

  if (result !== undefined) return children(result);
  if (error !== null) {
    const problem = schemaProblem(error);
    if (choice.own && problem) {
      return <WrongSchema problem={problem} choice={choice} change={change} />;
    }
    return <ErrorState error={error} kept={compare.running.kept} onRetry={begin} />;
  }
  if (stopped) {
    return (
      <div className={styles.stopped}>
        <h2>{compare.running.stopped}</h2>
        <p>{compare.running.stoppedHint}</p>
        <Button onClick={begin}>{compare.running.goOn}</Button>
      </div>
    );
  }
  const { share, detail } = told ? run.progress(told) : { share: null, detail: compare.running.starting };
  return (
    <div className={styles.running} aria-busy="true">
      <div className={styles.runningRow}>
        <h2>{compare.running[choice.task]}</h2>
        <Button tone="quiet" onClick={stop}>
          {words.actions.cancel}
        </Button>
      </div>
      <Progress label={compare.running[choice.task]} share={share} />
      <p dir="auto">{detail}</p>
      <p className={styles.hint}>{compare.running.leave}</p>
    </div>
  );
}

interface WrongSchemaProps {
  problem: SchemaProblem;
  choice: Choice;
  change: (by: Partial<Choice>) => void;
}

/** The server does not take the schema of one's own: it is corrected where it is wrong. */
function WrongSchema({ problem, choice, change }: WrongSchemaProps) {
  const [editing, setEditing] = useState(false);
  return (
    <div className={styles.stopped} role="alert">
      <h2>{compare.own.wrong}</h2>
      <p>{problem.text}</p>
      <Button tone="primary" onClick={() => setEditing(true)}>
        {compare.own.correct}
      </Button>
      {editing && (
        <OwnSchemaDialog
          schema={choice.own}
          problem={problem}
          onClose={() => setEditing(false)}
          onSave={(own) => {
            saveSchema(own);
            setEditing(false);
            change({ own, run: true });
          }}
        />
      )}
    </div>
  );
}
