import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { EvaluationResult, PagePlace } from "@/api/shapes";
import { sentence } from "@/lib/error-text";
import { pageText } from "@/lib/format";
import { usePane } from "@/lib/pane";
import { evaluate as words } from "@/words/en/evaluate";
import { isRight, outcomeText, rankText } from "./result-rows";
import styles from "./results-table.module.css";

interface ResultsTableProps {
  results: readonly EvaluationResult[];
  /** The last of them came into sight. */
  onEnd: () => void;
}

const COLUMNS = ["question", "expected", "rank", "first", "outcome"] as const;

/** The questions as a table of which only the rows in sight are there. */
export function ResultsTable({ results, onEnd }: ResultsTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: results.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 64,
    getItemKey: (row) => results[row]?.number ?? row,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(
    function fetchMore() {
      if (last >= results.length - 1) onEnd();
    },
    [last, results.length, onEnd],
  );
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      // What scrolls takes focus, so that it scrolls by keys.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={words.results.title}
    >
      <div
        role="table"
        aria-label={words.results.title}
        aria-rowcount={results.length + 1}
        className={styles.table}
      >
        <div role="rowgroup" className={styles.head}>
          <div role="row" className={styles.row}>
            {COLUMNS.map((column) => (
              <span key={column} role="columnheader">
                {words.results.columns[column]}
              </span>
            ))}
          </div>
        </div>
        <div
          role="rowgroup"
          style={{ height: virtual.getTotalSize(), paddingBlockStart: items[0]?.start ?? 0 }}
        >
          {items.map((item) => {
            const result = results[item.index];
            return (
              result && (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  role="row"
                  aria-rowindex={item.index + 2}
                  className={styles.row}
                >
                  <Cells result={result} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Cells({ result }: { result: EvaluationResult }) {
  const right = isRight(result);
  return (
    <>
      <div role="cell" dir="auto">
        {result.question}
        {result.reason && (
          <span className={styles.reason} dir="auto">
            {sentence(result.reason)}
          </span>
        )}
      </div>
      <div role="cell">
        <Expected result={result} />
      </div>
      <div role="cell" className={styles.rank} data-missed={result.state === "done" && result.rank === null}>
        {rankText(result)}
      </div>
      <div role="cell">
        {result.rank === 1 ? (
          <span className={styles.reason}>{words.results.right}</span>
        ) : (
          result.first && <PlaceButton which="first" place={result.first} />
        )}
      </div>
      <div role="cell" className={styles.outcome} data-right={right}>
        {outcomeText(result)}
      </div>
    </>
  );
}

function Expected({ result }: { result: EvaluationResult }) {
  if (!result.answerable) return words.results.refuse;
  if (result.place) return <PlaceButton which="expected" place={result.place} />;
  if (result.gone) return <span className={styles.reason}>{words.results.gone}</span>;
  const relevant = Object.keys(result.expected.documents).join(", ");
  return <span dir="auto">{result.expected.document || relevant || words.results.noPlace}</span>;
}

function PlaceButton({ which, place }: { which: "expected" | "first"; place: PagePlace }) {
  const pane = usePane();
  const page = pageText(place.page, place.page_label);
  const { id, title } = place.document;
  const spans = place.end > place.start ? [{ page: place.page, start: place.start, end: place.end }] : [];
  return (
    <button
      type="button"
      className={styles.place}
      onClick={() => pane.open({ document: id, page: place.page, spans })}
    >
      <span className="heard">{words.results.open[which]}</span>
      <span className={styles.title} dir="auto">
        {title}
      </span>
      <span className={styles.page}>{page}</span>
    </button>
  );
}
