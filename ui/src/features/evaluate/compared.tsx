import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { EvaluationDetails, EvaluationsCompared } from "@/api/shapes";
import { Interval, ScaleNumbers } from "@/components/charts/interval";
import { differenceScale } from "@/components/charts/scales";
import { Select } from "@/components/field";
import { Notice } from "@/components/notice";
import { ErrorState, Skeleton } from "@/components/states";
import { whenText } from "@/lib/format";
import { useStore } from "@/lib/store";
import { evaluate as words } from "@/words/en/evaluate";
import { leaving } from "./leaving";
import { verdictText } from "./numbers";
import { comparisonQuery, evaluationsQuery } from "./queries";
import styles from "./run-screen.module.css";

interface ComparedProps {
  run: EvaluationDetails;
  other: string | null;
  onCompare: (other: string | null) => void;
}

/** This evaluation beside another one: what differs, and whether that is more than chance. */
export function Compared({ run, other, onCompare }: ComparedProps) {
  const evaluations = useInfiniteQuery(evaluationsQuery);
  const gone = useStore(leaving);
  const others = (evaluations.data?.pages.flatMap((page) => page.items) ?? []).filter(
    (one) => one.id !== run.id && !gone.has(one.id) && one.measures.length > 0,
  );
  if (others.length === 0 && other === null) return null;
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{words.compare.title}</h2>
        <div className={styles.select}>
          <Select
            label={words.compare.with}
            value={other ?? ""}
            onChange={(event) => onCompare(event.target.value || null)}
          >
            <option value="">{words.compare.none}</option>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {words.compare.option(one.name || words.untitled, whenText(one.created_at))}
              </option>
            ))}
          </Select>
        </div>
      </div>
      {other !== null && <Comparison run={run.id} other={other} />}
    </section>
  );
}

function Comparison({ run, other }: { run: string; other: string }) {
  const compared = useQuery(comparisonQuery(run, other));
  if (compared.isPending) return <Skeleton lines={6} height={240} />;
  if (compared.isError) return <ErrorState error={compared.error} onRetry={() => void compared.refetch()} />;
  if (compared.data.shared === 0) return <Notice>{words.compare.noShared}</Notice>;
  return <Differences compared={compared.data} />;
}

function Differences({ compared }: { compared: EvaluationsCompared }) {
  const scale = differenceScale(compared.differences.flatMap(({ low, high }) => [low, high]));
  return (
    <>
      <p className={styles.quiet}>
        {words.compare.against(compared.other.name || words.untitled, compared.shared)}
      </p>
      {!compared.same_documents && <Notice>{words.compare.otherDocuments}</Notice>}
      <div className={styles.measures}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.measures.measure}</th>
              <th scope="col" className={styles.verdict}>
                {words.compare.verdict}
              </th>
              <td className={styles.chart}>
                <ScaleNumbers scale={scale} />
              </td>
              <th scope="col" className={styles.count}>
                {words.compare.questionsChanged}
              </th>
            </tr>
          </thead>
          <tbody>
            {compared.differences.map((one) => (
              <tr key={one.name}>
                <th scope="row" title={one.name}>
                  {one.words}
                </th>
                <td className={styles.verdict} data-verdict={one.verdict}>
                  {verdictText(one)}
                </td>
                <td className={styles.chart}>
                  <Interval
                    scale={scale}
                    value={one.difference}
                    low={one.low}
                    high={one.high}
                    tone={one.verdict === "unclear" ? "plain" : "strong"}
                  />
                </td>
                <td className={styles.count} title={words.compare.changed(one.better, one.worse)}>
                  {words.compare.signs(one.better, one.worse)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
