import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import type { DocumentRef } from "@/api/shapes";
import { documentName } from "@/lib/format";
import { hiddenDocuments, isHidden } from "@/lib/hidden-documents";
import { documentSearchQuery } from "@/lib/queries";
import { useStore } from "@/lib/store";
import { words as texts } from "@/words";
import { picker } from "@/words/en/picker";
import { Button } from "./button";
import styles from "./document-picker.module.css";
import { ErrorState, Skeleton } from "./states";

const ROW = 52;

interface DocumentPickerListProps {
  words: string;
  /** Id of the one that they have to be in; empty for all. */
  collection: string;
  chosen: readonly DocumentRef[];
  most: number;
  onToggle: (document: DocumentRef) => void;
  onAdd: (documents: readonly DocumentRef[]) => void;
}

/** The documents found, fetched part by part and drawn as far as they are seen. */
export function DocumentPickerList({
  words,
  collection,
  chosen,
  most,
  onToggle,
  onAdd,
}: DocumentPickerListProps) {
  const found = useInfiniteQuery({
    ...documentSearchQuery({ words, collection }),
    placeholderData: keepPreviousData,
  });
  const hidden = useStore(hiddenDocuments);
  const documents = (found.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ id }) => !isHidden(hidden, id, collection || null),
  );
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: documents.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= documents.length - 20) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, documents.length]);
  useEffect(() => box.current?.scrollTo({ top: 0 }), [words, collection]);

  if (found.isPending) return <Skeleton lines={6} height={6 * ROW} />;
  if (found.isError && documents.length === 0) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  const all = new Set(chosen.map(({ id }) => id));
  const others = documents.filter(({ id }) => !all.has(id));
  const narrowed = words !== "" || collection !== "";
  return (
    <>
      <div className={styles.head}>
        <h3>{picker.documents}</h3>
        {narrowed && !hasNextPage && others.length > 0 && all.size + others.length <= most && (
          <Button size="s" tone="quiet" onClick={() => onAdd(others)}>
            {picker.chooseListed(documents.length)}
          </Button>
        )}
      </div>
      <div ref={box} className={styles.box}>
        {documents.length === 0 ? (
          <p className={styles.none}>{words ? picker.noMatch(words) : picker.noDocuments}</p>
        ) : (
          <ul className={styles.rows} style={{ height: rows.getTotalSize() }}>
            {shown.map(({ index, start }) => {
              const document = documents[index];
              if (!document) return null;
              const checked = all.has(document.id);
              return (
                <li
                  key={document.id}
                  className={styles.row}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-posinset={index + 1}
                  aria-setsize={hasNextPage ? -1 : documents.length}
                >
                  <Row
                    document={document}
                    index={index}
                    checked={checked}
                    full={!checked && all.size >= most}
                    onToggle={onToggle}
                  />
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </>
  );
}

interface RowProps {
  document: DocumentRef;
  index: number;
  checked: boolean;
  full: boolean;
  onToggle: (document: DocumentRef) => void;
}

function Row({ document, index, checked, full, onToggle }: RowProps) {
  const id = useId();
  const facts = [
    document.authors.slice(0, 3).join(", "),
    document.year === null ? "" : String(document.year),
    texts.units.pages(document.pages),
  ].filter(Boolean);
  return (
    <label className={styles.label} htmlFor={id} data-full={full || undefined}>
      <input
        id={id}
        type="checkbox"
        data-index={index}
        className={styles.tick}
        checked={checked}
        disabled={full}
        onChange={() => onToggle(document)}
        onKeyDown={moveByArrows}
      />
      <span className={styles.name} dir="auto">
        {documentName(document)}
      </span>
      <span className={styles.facts} dir="auto">
        {facts.join(" · ")}
      </span>
    </label>
  );
}

/** Up and down go from row to row, as in any list. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const at = Number(event.currentTarget.dataset["index"]);
  event.currentTarget
    .closest("ul")
    ?.querySelector<HTMLElement>(`[data-index="${at + by}"]`)
    ?.focus();
}
