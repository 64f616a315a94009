import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, must } from "@/api/client";
import type { About, Collection, DocumentDetails, DocumentRef, Page, Schema } from "@/api/shapes";
import { type Place, writeSpans } from "./place";

/** What more than one feature asks the server. */

/** Begins the keys of all lists of documents. */
export const DOCUMENT_LISTS = ["documents", "list"] as const;

export const collectionsQuery = queryOptions({
  queryKey: ["collections"],
  queryFn: async (): Promise<Collection[]> => must(await client.GET("/api/v1/collections")).items,
});

export const documentQuery = (document: string) =>
  queryOptions({
    queryKey: ["documents", "one", document],
    queryFn: async (): Promise<DocumentDetails> =>
      must(await client.GET("/api/v1/documents/{document}", { params: { path: { document } } })),
  });

/** A document in short: kept by those who have met it already, so that its name is there at once. */
export const documentRefQuery = (document: string) =>
  queryOptions({
    queryKey: ["documents", "ref", document],
    queryFn: async (): Promise<DocumentRef> =>
      must(await client.GET("/api/v1/documents/{document}", { params: { path: { document } } })).document,
    staleTime: 60_000,
  });

/** What this Pincite is, and where what it works with comes from. */
export const aboutQuery = queryOptions({
  queryKey: ["about"],
  queryFn: async (): Promise<About> => must(await client.GET("/api/v1/about")),
});

/** The schemas that come with the server. */
export const schemasQuery = queryOptions({
  queryKey: ["schemas"],
  queryFn: async (): Promise<Schema[]> => must(await client.GET("/api/v1/schemas")).items,
  staleTime: Infinity,
});

/** Documents by words of their titles, authors and names, in one collection or in all ("" for both), part by part. */
export const documentSearchQuery = ({ words, collection }: { words: string; collection: string }) =>
  infiniteQueryOptions({
    queryKey: ["documents", "search", words, collection],
    queryFn: async ({ pageParam, signal }) =>
      must(
        await client.GET("/api/v1/documents", {
          params: {
            query: {
              words,
              sort: "title",
              descending: false,
              limit: 100,
              ...(collection ? { collection } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

export const pageQuery = (document: string, page: number) =>
  queryOptions({
    queryKey: ["documents", "page", document, page],
    queryFn: async ({ signal }): Promise<Page> =>
      must(
        await client.GET("/api/v1/documents/{document}/pages/{page}", {
          params: { path: { document, page }, query: { geometry: "lines" } },
          signal,
        }),
      ),
    staleTime: 300_000,
  });

/** Key under which the rectangles of a place are kept: those of a citation are put there when it arrives. */
export const marksKey = (place: Place) =>
  ["documents", "marks", place.document, writeSpans(place.spans)] as const;
