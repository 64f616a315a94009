import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Job } from "@/api/shapes";
import { Check } from "@/components/field";
import { library } from "@/words/en/library";
import { DocumentRow } from "./document-row";
import styles from "./document-table.module.css";
import { type Filters, type Sort, sortBy } from "./filters";
import { useGridKeys } from "./use-grid-keys";
import type { ListingView } from "./use-listing";

const ROW = 60;

export interface DocumentListProps {
  view: ListingView;
  /** In words, how many there are. */
  count: string;
  /** Jobs that read documents again, by document. */
  jobs: ReadonlyMap<string, Job>;
  filters: Filters;
  onFilters: (change: Partial<Filters>) => void;
}

export function DocumentTable({ view, count, jobs, filters, onFilters }: DocumentListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: view.documents.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    scrollPaddingStart: ROW,
    overscan: 8,
  });
  const keys = useGridKeys(view, 1, (index) => rows.scrollToIndex(index));
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { onReach, documents } = view;
  useEffect(() => onReach(last), [onReach, last]);
  const every = documents.length > 0 && view.chosen.size === documents.length && !view.hasMore;
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* The rows take the focus; the keys reach the grid from them. */}
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        ref={keys.grid}
        role="grid"
        aria-label={library.table.label(count)}
        aria-multiselectable="true"
        aria-rowcount={view.hasMore ? -1 : documents.length + 1}
        className={styles.grid}
        onKeyDown={keys.onKeyDown}
      >
        <div role="rowgroup" className={styles.head}>
          <div role="row" aria-rowindex={1} className={styles.row}>
            <div role="columnheader" className={styles.check}>
              <Check
                label={library.table.selectAll}
                labelHidden
                checked={every}
                ref={(box) => {
                  if (box) box.indeterminate = view.chosen.size > 0 && !every;
                }}
                onChange={() => (view.chosen.size > 0 ? view.onClear() : view.onAll())}
              />
            </div>
            <Head sort="title" filters={filters} onFilters={onFilters} />
            <Head sort="year" filters={filters} onFilters={onFilters} className={styles.number} />
            <div role="columnheader" className={styles.kind}>
              {library.filter.kind}
            </div>
            <Head sort="pages" filters={filters} onFilters={onFilters} className={styles.number} />
            <Head sort="added" filters={filters} onFilters={onFilters} className={styles.added} />
            <div role="columnheader" className={styles.status}>
              {library.columns.status}
            </div>
            <div role="columnheader" className={styles.menu}>
              <span className="heard">{library.columns.menu}</span>
            </div>
          </div>
        </div>
        <div role="rowgroup" className={styles.body} style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const document = documents[index];
            if (!document) return null;
            return (
              <DocumentRow
                key={document.id}
                document={document}
                place={index + 1}
                chosen={view.chosen.has(document.id)}
                active={keys.active === document.id}
                job={jobs.get(document.id)}
                style={{ transform: `translateY(${start}px)` }}
                onChoose={view.onChoose}
                onActive={keys.onActive}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface HeadProps extends Pick<DocumentListProps, "filters" | "onFilters"> {
  sort: Sort;
  className?: string | undefined;
}

function Head({ sort, filters, onFilters, className }: HeadProps) {
  const sorted = filters.sort === sort;
  return (
    <div
      role="columnheader"
      aria-sort={sorted ? (filters.descending ? "descending" : "ascending") : "none"}
      className={className}
    >
      <button type="button" className={styles.sort} onClick={() => onFilters(sortBy(filters, sort))}>
        {library.sorts[sort]}
        {sorted && (filters.descending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
      </button>
    </div>
  );
}
