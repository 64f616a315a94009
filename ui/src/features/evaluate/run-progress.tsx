import type { EvaluationDetails } from "@/api/shapes";
import { Notice } from "@/components/notice";
import { Progress } from "@/components/progress";
import { secondsText } from "@/lib/format";
import { evaluate as words } from "@/words/en/evaluate";
import { isUnderWay } from "./queries";
import styles from "./run-screen.module.css";
import type { RunState } from "./use-progress";

interface RunProgressProps {
  run: EvaluationDetails;
  progress: RunState["progress"];
  /** The server does not answer. */
  lost: boolean;
}

/** How far it is; nothing once it has ended. */
export function RunProgress({ run, progress, lost }: RunProgressProps) {
  if (!isUnderWay(run)) return null;
  const { asked, usable, state } = progress ?? run;
  const left = progress?.seconds_left ?? null;
  return (
    <div className={styles.progress}>
      <Progress label={words.run.progress} share={state === "waiting" ? null : asked / Math.max(1, usable)} />
      <p className="figures">
        {state === "waiting" ? words.run.waiting : words.run.asked(asked, usable)}
        {left !== null && `, ${words.run.left(secondsText(left))}`}
      </p>
      {lost && <Notice>{words.run.reconnecting}</Notice>}
    </div>
  );
}
