import type { Query, QueryClient } from "@tanstack/react-query";

/** What is known of documents, or shows them. */
const OF_DOCUMENTS = ["documents", "collections", "conversations", "graph"] as const;

/** Lists and counts of documents are not as they were. */
export function refreshLibrary(queries: QueryClient): void {
  for (const noun of ["documents", "collections"] as const)
    void queries.invalidateQueries({ queryKey: [noun] });
}

/**
 * Documents are gone for good: what was read of them, and what was made of them, is shown no longer, not even where it is
 * open. Keys of all that is kept of a document hold its id.
 *
 * @param gone their ids; null where it is not known which, as of a collection that was deleted.
 */
export async function forgetDocuments(queries: QueryClient, gone: readonly string[] | null): Promise<void> {
  const predicate = ({ queryHash }: Query) => gone?.some((id) => queryHash.includes(id)) ?? true;
  // What is still shown is asked for again: then the server says that it is gone.
  const forgotten = [["research"], ["documents"]].map((queryKey) =>
    queries.resetQueries({ queryKey, predicate }),
  );
  const refreshed = OF_DOCUMENTS.map((noun) => queries.invalidateQueries({ queryKey: [noun] }));
  await Promise.all([...forgotten, ...refreshed]);
}
