import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { client, must, type Schemas } from "@/api/client";
import type { DocumentEntry, Passage } from "@/api/shapes";
import { DOCUMENT_LISTS } from "@/lib/queries";
import type { Filters } from "./filters";

export type DocumentPart = Schemas["Listing_DocumentEntry_"];

const PART = 100;

/** Documents of a collection, or of all (null), as filtered and sorted, part by part. */
export const documentList = (collection: string | null, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [...DOCUMENT_LISTS, collection, filters],
    queryFn: async ({ pageParam, signal }) => {
      const { words, kind, language, warnings, sort, descending } = filters;
      const query = {
        words,
        sort,
        descending,
        limit: PART,
        ...(collection === null ? {} : { collection }),
        ...(kind === null ? {} : { kind }),
        ...(language === null ? {} : { language }),
        ...(warnings === null ? {} : { warnings }),
        ...(pageParam ? { cursor: pageParam } : {}),
      };
      return must(await client.GET("/api/v1/documents", { params: { query }, signal }));
    },
    initialPageParam: "",
    getNextPageParam: (part) => part.next,
    placeholderData: keepPreviousData,
  });

/** How many documents of a collection, or of all, there are: in all, of each kind and language, with warnings. */
export const documentCounts = (collection: string | null) =>
  queryOptions({
    queryKey: ["documents", "counts", collection],
    queryFn: async ({ signal }) =>
      must(
        await client.GET("/api/v1/documents/counts", {
          params: { query: collection === null ? {} : { collection } },
          signal,
        }),
      ),
  });

/** Passages of the text that fit the words best. */
export const passageSearch = (collection: string | null, question: string) =>
  queryOptions({
    queryKey: ["documents", "passages", collection, question],
    queryFn: async ({ signal }): Promise<Passage[]> => {
      const body = {
        question,
        collection,
        k: 20,
        lexical: true,
        dense: true,
        page: true,
        rerank: true,
        precise: false,
      };
      return must(await client.POST("/api/v1/search", { body, signal })).passages;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export const sharesQuery = (collection: string) =>
  queryOptions({
    queryKey: ["collections", "shares", collection],
    queryFn: async () =>
      must(await client.GET("/api/v1/collections/{collection}/shares", { params: { path: { collection } } }))
        .items,
  });

export const collectionDetails = (collection: string) =>
  queryOptions({
    queryKey: ["collections", "one", collection],
    queryFn: async () =>
      must(await client.GET("/api/v1/collections/{collection}", { params: { path: { collection } } })),
  });

/** Show a change of a document at once in all lists that hold it; gives the way back. */
export function changeInLists(
  queries: QueryClient,
  document: string,
  change: (entry: DocumentEntry) => DocumentEntry,
): () => void {
  const before = queries.getQueriesData<InfiniteData<DocumentPart>>({ queryKey: DOCUMENT_LISTS });
  queries.setQueriesData<InfiniteData<DocumentPart>>({ queryKey: DOCUMENT_LISTS }, (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((part) => ({
            ...part,
            items: part.items.map((entry) => (entry.id === document ? change(entry) : entry)),
          })),
        },
  );
  return () => before.forEach(([key, data]) => queries.setQueryData(key, data));
}
