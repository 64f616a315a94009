import { Button } from "@/components/button";
import { Progress } from "@/components/progress";
import { ErrorState } from "@/components/states";
import type { RunState } from "@/lib/runs";
import { words } from "@/words";
import { panel } from "@/words/en/panel";
import styles from "./panel.module.css";

interface RunStateProps<Told, Result> {
  run: RunState<Told, Result>;
  title: string;
  /** How far it is, in words. */
  detail: string;
  share: number | null;
}

/** Work that goes on, was stopped or failed; nothing once there is a result or before it was begun. */
export function RunStateView<Told, Result>({ run, title, detail, share }: RunStateProps<Told, Result>) {
  if (run.running) {
    return (
      <div className={styles.running} aria-busy="true">
        <div className={styles.row}>
          <h2>{title}</h2>
          <Button size="s" tone="quiet" onClick={run.stop}>
            {words.actions.cancel}
          </Button>
        </div>
        <Progress label={title} share={share} />
        <p dir="auto">{detail}</p>
      </div>
    );
  }
  if (run.error !== null) {
    return <ErrorState error={run.error} kept={panel.summary.kept} onRetry={run.begin} />;
  }
  if (!run.stopped) return null;
  return (
    <div className={styles.running}>
      <p>{panel.summary.stopped}</p>
      <Button size="s" onClick={run.begin}>
        {panel.summary.goOn}
      </Button>
    </div>
  );
}
