import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Target, Trash2 } from "lucide-react";
import { Link } from "react-router";
import type { Evaluation } from "@/api/shapes";
import { Button, IconButton } from "@/components/button";
import { EmptyState, ErrorState, Skeleton } from "@/components/states";
import { exactTime, whenText } from "@/lib/format";
import { useStore } from "@/lib/store";
import { evaluate as words } from "@/words/en/evaluate";
import { leaving, removeEvaluation } from "./leaving";
import { intervalText, shareText } from "./numbers";
import { evaluationsQuery, isUnderWay } from "./queries";
import styles from "./run-list.module.css";

const FIRST = "hit@1";

export function RunList({ onBegin }: { onBegin: () => void }) {
  const evaluations = useInfiniteQuery(evaluationsQuery);
  const gone = useStore(leaving);
  if (evaluations.isPending)
    return (
      <div className={styles.frame}>
        <Skeleton lines={6} height={240} />
      </div>
    );
  if (evaluations.isError)
    return <ErrorState error={evaluations.error} onRetry={() => void evaluations.refetch()} />;
  const runs = evaluations.data.pages.flatMap((page) => page.items).filter((run) => !gone.has(run.id));
  if (runs.length === 0)
    return (
      <EmptyState
        icon={<Target />}
        title={words.empty.title}
        actions={
          <Button tone="primary" icon={<Plus />} onClick={onBegin}>
            {words.begin}
          </Button>
        }
      >
        {words.empty.text}
      </EmptyState>
    );
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={words.list.label}>
        <thead>
          <tr>
            <th scope="col">{words.list.name}</th>
            <th scope="col">{words.list.state}</th>
            <th scope="col">{words.list.first}</th>
            <th scope="col">{words.list.questions}</th>
            <th scope="col">{words.list.made}</th>
            <th scope="col" aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row key={run.id} run={run} />
          ))}
        </tbody>
      </table>
      {evaluations.hasNextPage && (
        <Button busy={evaluations.isFetchingNextPage} onClick={() => void evaluations.fetchNextPage()}>
          {words.list.more}
        </Button>
      )}
    </div>
  );
}

function Row({ run }: { run: Evaluation }) {
  const queries = useQueryClient();
  const first = run.measures.find((measure) => measure.name === FIRST);
  const name = run.name || words.untitled;
  return (
    <tr>
      <th scope="row">
        <Link to={`/evaluate/${run.id}`} dir="auto" className={styles.name}>
          {name}
        </Link>
        <span className={styles.where} dir="auto">
          {run.collection?.name ?? words.run.everywhere}
        </span>
      </th>
      <td>
        <span className={styles.state} data-state={run.state}>
          {words.states[run.state]}
        </span>
        {isUnderWay(run) && <span className={styles.part}>{words.list.progress(run.asked, run.usable)}</span>}
      </td>
      <td className="figures">
        {first?.value !== null && first?.value !== undefined && (
          <>
            {shareText(first.value)} <span className={styles.part}>{intervalText(first)}</span>
          </>
        )}
      </td>
      <td className="figures">{run.usable}</td>
      <td>
        <time dateTime={run.created_at} title={exactTime(run.created_at)}>
          {whenText(run.created_at)}
        </time>
      </td>
      <td>
        <IconButton
          icon={<Trash2 />}
          size="s"
          label={words.list.delete(name)}
          onClick={() => removeEvaluation(queries, run)}
        />
      </td>
    </tr>
  );
}
