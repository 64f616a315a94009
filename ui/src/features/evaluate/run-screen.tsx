import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { EvaluationDetails } from "@/api/shapes";
import { PageHeader } from "@/components/page-header";
import { ErrorState, Region, Skeleton } from "@/components/states";
import { exactTime, whenText } from "@/lib/format";
import { evaluate as words } from "@/words/en/evaluate";
import { Compared } from "./compared";
import { Confidence } from "./confidence";
import { Measures } from "./measures";
import { evaluationQuery } from "./queries";
import { Ranks } from "./ranks";
import { Results } from "./results";
import { RunActions } from "./run-actions";
import { RunNotices } from "./run-notices";
import { RunProgress } from "./run-progress";
import styles from "./run-screen.module.css";
import { useProgress } from "./use-progress";

/** One evaluation: how far it is, its measures, and each question. */
export function RunScreen({ evaluation }: { evaluation: string }) {
  const run = useQuery(evaluationQuery(evaluation));
  if (run.isPending)
    return (
      <>
        <PageHeader title={words.title} />
        <div className={styles.body}>
          <Skeleton lines={8} height={320} />
        </div>
      </>
    );
  if (run.isError)
    return (
      <>
        <PageHeader title={words.title} />
        <ErrorState error={run.error} onRetry={() => void run.refetch()} />
      </>
    );
  return <Run run={run.data} />;
}

function Run({ run }: { run: EvaluationDetails }) {
  const [search, setSearch] = useSearchParams();
  const { progress, lost } = useProgress(run);
  const other = search.get("with");
  const compare = (next: string | null) =>
    setSearch(
      (before) => {
        const changed = new URLSearchParams(before);
        if (next === null) changed.delete("with");
        else changed.set("with", next);
        return changed;
      },
      { replace: true },
    );
  return (
    <>
      <PageHeader
        title={run.name || words.untitled}
        detail={
          <span className="figures">
            {words.states[progress?.state ?? run.state]}
            {" · "}
            {words.run.of(run.usable, run.questions)}
            {" · "}
            <span dir="auto">{run.collection?.name ?? words.run.everywhere}</span>
            {" · "}
            <time dateTime={run.created_at} title={exactTime(run.created_at)}>
              {whenText(run.created_at)}
            </time>
          </span>
        }
        actions={<RunActions run={run} />}
      />
      <div className={styles.body}>
        <RunProgress run={run} progress={progress} lost={lost} />
        <RunNotices run={run} />
        {run.measures.length > 0 && (
          <>
            <Measures run={run} />
            <Ranks ranks={run.ranks} />
            <Confidence run={run} />
            <Compared run={run} other={other} onCompare={compare} />
          </>
        )}
        <Region>
          <Results run={run} />
        </Region>
        <Settings run={run} />
      </div>
    </>
  );
}

function Settings({ run }: { run: EvaluationDetails }) {
  return (
    <details className={styles.settings}>
      <summary>{words.run.settings}</summary>
      <dl>
        <div>
          <dt>{words.run.version}</dt>
          <dd>{run.version}</dd>
        </div>
        {run.machine !== "" && (
          <div>
            <dt>{words.run.machine}</dt>
            <dd>{run.machine}</dd>
          </div>
        )}
        {run.sample && (
          <div>
            <dt>{words.run.sample}</dt>
            <dd>{words.run.sampled(run.questions, run.sample.of, run.sample.seed)}</dd>
          </div>
        )}
        {Object.entries(run.settings).map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd dir="auto">{String(value ?? "–")}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
