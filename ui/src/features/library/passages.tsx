import { useQuery } from "@tanstack/react-query";
import { EmptyState, ErrorState, Skeleton } from "@/components/states";
import { documentName, pageText } from "@/lib/format";
import { usePane } from "@/lib/pane";
import { placeOf, writeSpans } from "@/lib/place";
import { library } from "@/words/en/library";
import styles from "./passages.module.css";
import { passageSearch } from "./queries";

/** Where the words stand in the text: each passage opens its page beside. */
export function Passages({ collection, words }: { collection: string | null; words: string }) {
  const found = useQuery(passageSearch(collection, words));
  const pane = usePane();
  if (found.isPending) return <Skeleton lines={8} height={320} />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data.length === 0) return <EmptyState title={library.empty.noPassages} />;
  const places = found.data.map(placeOf);
  return (
    <ol className={styles.list} aria-busy={found.isPlaceholderData}>
      {found.data.map((passage, at) => {
        const place = places[at] ?? placeOf(passage);
        const title = documentName(passage.document);
        const page = pageText(passage.page, passage.page_label);
        const open =
          pane.place?.document === place.document && writeSpans(pane.place.spans) === writeSpans(place.spans);
        return (
          <li key={passage.rank}>
            <button
              type="button"
              className={styles.passage}
              aria-current={open ? "true" : undefined}
              onClick={() => pane.open(place, places)}
            >
              <span className={styles.source}>
                <span className={styles.title} dir="auto">
                  {title}
                </span>
                <span className={styles.page}>{page}</span>
              </span>
              <span className={styles.text} dir="auto">
                {passage.text}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
