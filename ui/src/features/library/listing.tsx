import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { Collection, Job } from "@/api/shapes";
import { Button } from "@/components/button";
import { EmptyState, ErrorState, Skeleton } from "@/components/states";
import { Tabs } from "@/components/tabs";
import { isUnderWay, jobsState } from "@/lib/jobs";
import { usePreferences } from "@/lib/preferences";
import { useStore } from "@/lib/store";
import { library } from "@/words/en/library";
import { ActionBar } from "./action-bar";
import { DocumentCards } from "./document-cards";
import { DocumentTable } from "./document-table";
import { EmptyLibrary } from "./empty-library";
import { type Filters, isNarrowed } from "./filters";
import styles from "./library.module.css";
import { countText } from "./offers";
import { Passages } from "./passages";
import { documentCounts } from "./queries";
import { mayChange } from "./roles";
import { Toolbar } from "./toolbar";
import { UnderWay } from "./under-way";
import { useListing } from "./use-listing";

interface ListingProps {
  collection: Collection | null;
  filters: Filters;
  onFilters: (change: Partial<Filters>) => void;
  onAllFiltersOff: () => void;
}

/** The documents of a collection or of all: found, filtered, chosen, and what is done with them. */
export function Listing({ collection, filters, onFilters, onAllFiltersOff }: ListingProps) {
  const id = collection?.id ?? null;
  const listing = useListing(id, filters);
  const { query, documents, selection, chosen } = listing;
  const { documentView } = usePreferences();
  const [where, setWhere] = useState<"titles" | "text">("titles");
  const jobs = useReindexing();
  const counts = useQuery(documentCounts(id)).data;
  const searched = useDeferredValue(filters.words);

  const { all, clear, choose, reach } = listing;
  const onAll = useCallback(() => void all(), [all]);
  const view = useMemo(
    () => ({
      documents,
      chosen: selection.chosen,
      hasMore: query.hasNextPage,
      onChoose: choose,
      onAll,
      onClear: clear,
      onReach: reach,
    }),
    [documents, selection.chosen, query.hasNextPage, choose, onAll, clear, reach],
  );

  const narrowed = isNarrowed(filters);
  if (query.isPending) return <Skeleton lines={8} height={480} />;
  if (query.isError && documents.length === 0) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (documents.length === 0 && !narrowed) {
    return (
      <div className={styles.scroller}>
        <UnderWay collection={id} />
        {collection === null ? (
          <EmptyLibrary />
        ) : (
          <EmptyState title={library.empty.collectionTitle}>
            {mayChange(collection) ? library.empty.collectionText : library.empty.collectionReader}
          </EmptyState>
        )}
      </div>
    );
  }
  const count = countText({
    shown: documents.length,
    hasMore: query.hasNextPage,
    narrowed,
    total: counts && counts.total - listing.withheld,
  });
  const list =
    documents.length === 0 ? (
      <EmptyState
        title={library.empty.noMatch}
        actions={
          <>
            {searched !== "" && (
              <Button tone="primary" onClick={() => setWhere("text")}>
                {library.empty.lookInText}
              </Button>
            )}
            <Button onClick={onAllFiltersOff}>{library.empty.clearFilters}</Button>
          </>
        }
      >
        {library.empty.noMatchText}
      </EmptyState>
    ) : documentView === "cards" ? (
      <DocumentCards view={view} count={count} jobs={jobs} />
    ) : (
      <DocumentTable view={view} count={count} jobs={jobs} filters={filters} onFilters={onFilters} />
    );
  return (
    <>
      <Toolbar filters={filters} counts={counts} onFilters={onFilters} />
      <UnderWay collection={id} />
      {searched === "" ? (
        <div className={styles.results} aria-busy={query.isPlaceholderData}>
          {list}
        </div>
      ) : (
        <div className={styles.tabs}>
          <Tabs
            label={library.search.results}
            tabs={[
              { name: "titles", label: library.search.titles(count) },
              { name: "text", label: library.search.text },
            ]}
            selected={where}
            onSelect={setWhere}
          >
            {where === "titles" ? list : <Passages collection={id} words={searched} />}
          </Tabs>
        </div>
      )}
      {chosen.length > 0 && <ActionBar chosen={chosen} onClear={clear} />}
    </>
  );
}

/** Jobs that read documents again, by document. */
function useReindexing(): ReadonlyMap<string, Job> {
  const { jobs } = useStore(jobsState);
  return useMemo(
    () =>
      new Map(
        [...jobs.values()].flatMap((job) =>
          job.kind === "reindex" && job.document !== null && isUnderWay(job) ? [[job.document, job]] : [],
        ),
      ),
    [jobs],
  );
}
