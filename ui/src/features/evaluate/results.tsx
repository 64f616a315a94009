import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { EvaluationDetails } from "@/api/shapes";
import { Select } from "@/components/field";
import { ErrorState, Skeleton } from "@/components/states";
import { evaluate as words } from "@/words/en/evaluate";
import { isUnderWay, type ResultFilter, resultsQuery } from "./queries";
import { type ResultSort, sortResults } from "./result-rows";
import { ResultsTable } from "./results-table";
import styles from "./run-screen.module.css";

const FILTERS: readonly ResultFilter[] = ["missed", "not_first", "refused", "answered", "failed", "excluded"];
const SORTS: readonly ResultSort[] = ["file", "worst", "best"];

/** Each question with what came of it. */
export function Results({ run }: { run: EvaluationDetails }) {
  const [only, setOnly] = useState<ResultFilter | null>(null);
  const [sort, setSort] = useState<ResultSort>("file");
  const results = useInfiniteQuery(resultsQuery(run.id, only, isUnderWay(run)));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = results;
  const loaded = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  // An order by rank holds for all questions or for none.
  const gathering = sort !== "file" && hasNextPage;
  useEffect(
    function fetchAll() {
      if (gathering && !isFetchingNextPage) void fetchNextPage();
    },
    [gathering, isFetchingNextPage, fetchNextPage],
  );
  const rows = useMemo(() => sortResults(loaded, gathering ? "file" : sort), [loaded, sort, gathering]);
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{words.results.title}</h2>
        <div className={styles.choices}>
          <Select
            label={words.results.show}
            value={only ?? ""}
            onChange={(event) => setOnly(FILTERS.find((one) => one === event.target.value) ?? null)}
          >
            <option value="">{words.results.filters.all}</option>
            {FILTERS.map((one) => (
              <option key={one} value={one}>
                {words.results.filters[one]}
              </option>
            ))}
          </Select>
          <Select
            label={words.results.sort}
            value={sort}
            onChange={(event) => setSort(SORTS.find((one) => one === event.target.value) ?? "file")}
          >
            {SORTS.map((one) => (
              <option key={one} value={one}>
                {words.results.sorts[one]}
              </option>
            ))}
          </Select>
        </div>
      </div>
      {gathering && (
        <p className={styles.quiet} role="status">
          {words.results.sorting(loaded.length)}
        </p>
      )}
      {results.isPending ? (
        <Skeleton lines={8} height={320} />
      ) : results.isError ? (
        <ErrorState error={results.error} onRetry={() => void results.refetch()} />
      ) : rows.length === 0 ? (
        <p className={styles.quiet}>{words.results.nothing}</p>
      ) : (
        <ResultsTable
          results={rows}
          onEnd={() => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
          }}
        />
      )}
    </section>
  );
}
