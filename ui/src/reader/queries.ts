import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, must, type Schemas } from "@/api/client";
import type { Page, PageEntry } from "@/api/shapes";
import type { Place } from "@/lib/place";
import { marksKey } from "@/lib/queries";

const A_CALL = 200;
const UNTIL_IT_CHANGES = 300_000;

/** All pages of a document in short: their sizes decide where each lies. */
export const pageListQuery = (document: string) =>
  queryOptions({
    queryKey: ["documents", "page list", document],
    queryFn: async ({ signal }): Promise<PageEntry[]> => {
      const pages: PageEntry[] = [];
      let cursor: string | null | undefined;
      do {
        const part = must(
          await client.GET("/api/v1/documents/{document}/pages", {
            params: { path: { document }, query: { limit: A_CALL, ...(cursor ? { cursor } : {}) } },
            signal,
          }),
        );
        pages.push(...part.items);
        cursor = part.next;
      } while (cursor);
      return pages;
    },
    staleTime: UNTIL_IT_CHANGES,
  });

/** The rectangles of a place. Citations bring them along; a link keeps the place only. */
export const marksQuery = (place: Place) =>
  queryOptions({
    queryKey: marksKey(place),
    queryFn: async ({ signal }): Promise<Schemas["PageRectangles"][]> =>
      Promise.all(
        place.spans.map(async ({ page, start, end }) => {
          const quote = must(
            await client.GET("/api/v1/documents/{document}/quote", {
              params: { path: { document: place.document }, query: { page, start, end } },
              signal,
            }),
          );
          return { page: quote.page, rectangles: quote.rectangles };
        }),
      ),
    enabled: place.spans.length > 0,
    staleTime: Infinity,
  });

export const outlineQuery = (document: string) =>
  queryOptions({
    queryKey: ["documents", "outline", document],
    queryFn: async ({ signal }): Promise<Schemas["OutlineShape"][]> =>
      must(
        await client.GET("/api/v1/documents/{document}/outline", { params: { path: { document } }, signal }),
      ).items,
    staleTime: UNTIL_IT_CHANGES,
  });

export const findQuery = (document: string, words: string) =>
  infiniteQueryOptions({
    queryKey: ["documents", "find", document, words],
    queryFn: async ({ pageParam, signal }): Promise<Schemas["Listing_FoundShape_"]> =>
      must(
        await client.GET("/api/v1/documents/{document}/find", {
          params: {
            path: { document },
            query: { words, limit: A_CALL, ...(pageParam === null ? {} : { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next ?? null,
    enabled: words !== "",
    staleTime: UNTIL_IT_CHANGES,
  });

/** A page with the place of every word: to find what a selection on its picture is in its text. */
export const wordsOfPageQuery = (document: string, page: number) =>
  queryOptions({
    queryKey: ["documents", "words of page", document, page],
    queryFn: async ({ signal }): Promise<Page> =>
      must(
        await client.GET("/api/v1/documents/{document}/pages/{page}", {
          params: { path: { document, page }, query: { geometry: "words" } },
          signal,
        }),
      ),
    staleTime: UNTIL_IT_CHANGES,
  });
