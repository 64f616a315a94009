import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { DocumentEntry } from "@/api/shapes";
import { useStore } from "@/lib/store";
import type { Filters } from "./filters";
import { hiddenDocuments, isHidden } from "@/lib/hidden-documents";
import { documentList } from "./queries";
import { chooseAll, chooseTo, keepListed, NOTHING_CHOSEN, type Selection, toggle } from "./selection";

/** How many documents before the end of what was fetched the next part is asked for. */
const AHEAD = 30;

/** The documents listed, as far as they were fetched, and which of them are chosen. */
export function useListing(collection: string | null, filters: Filters) {
  const query = useInfiniteQuery(documentList(collection, filters));
  const hidden = useStore(hiddenDocuments);
  const fetched = useMemo(() => query.data?.pages.flatMap((part) => part.items) ?? [], [query.data]);
  const documents = useMemo(
    () => (hidden.size === 0 ? fetched : fetched.filter((one) => !isHidden(hidden, one.id, collection))),
    [fetched, hidden, collection],
  );
  /** How many the server still counts that are shown no more. */
  const withheld = fetched.length - documents.length;
  const order = useMemo(() => documents.map((one) => one.id), [documents]);

  const [kept, setSelection] = useState<Selection>(NOTHING_CHOSEN);
  const selection = useMemo(() => keepListed(kept, order), [kept, order]);
  const chosen = useMemo(
    () => documents.filter((one) => selection.chosen.has(one.id)),
    [documents, selection],
  );
  const { hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = query;

  const choose = useCallback(
    (id: string, range: boolean) =>
      setSelection((before) => (range ? chooseTo(before, id, order) : toggle(before, id))),
    [order],
  );
  const clear = useCallback(() => setSelection(NOTHING_CHOSEN), []);
  /** All that fit, also those that were not fetched yet. */
  const all = useCallback(async () => {
    setSelection(chooseAll(order));
    for (let more = hasNextPage; more;) {
      const { data, hasNextPage: still, isError } = await fetchNextPage();
      if (isError) return;
      setSelection(chooseAll(data?.pages.flatMap((part) => part.items.map((one) => one.id)) ?? []));
      more = still;
    }
  }, [order, hasNextPage, fetchNextPage]);
  /** The last document drawn: the next part is fetched before the end is seen. */
  const reach = useCallback(
    (last: number) => {
      if (hasNextPage && !isFetchingNextPage && !isPlaceholderData && last >= order.length - AHEAD)
        void fetchNextPage();
    },
    [hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, order.length],
  );
  return { query, documents, withheld, order, selection, chosen, choose, clear, all, reach };
}

export type Listing = ReturnType<typeof useListing>;

/** What rows and cards need to know of their list. */
export interface ListingView {
  documents: readonly DocumentEntry[];
  chosen: ReadonlySet<string>;
  hasMore: boolean;
  onChoose: (id: string, range: boolean) => void;
  onAll: () => void;
  onClear: () => void;
  onReach: (last: number) => void;
}
