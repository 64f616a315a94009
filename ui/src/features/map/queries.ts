import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiAddress, client, must } from "@/api/client";
import type { Graph } from "@/api/shapes";

/** How far down the map goes. Single documents can be opened up from the first one. */
export type MapLevel = "documents" | "sections";

/** The server makes the graph anew each time; what is on the screen stays while it does. */
export const graphQuery = (collection: string | null, level: MapLevel) =>
  queryOptions({
    queryKey: ["graph", collection ?? "", level],
    queryFn: async ({ signal }): Promise<Graph> =>
      must(
        await client.GET("/api/v1/graph", {
          params: { query: { level, ...(collection === null ? {} : { collection }) } },
          signal,
        }),
      ),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** One document with its sections. */
export const sectionsQuery = (document: string) =>
  queryOptions({
    queryKey: ["graph", "sections", document],
    queryFn: async ({ signal }): Promise<Graph> =>
      must(
        await client.GET("/api/v1/graph", {
          params: { query: { level: "sections", document: [document] } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });

/** Address of the graph as a file. */
export function exportAddress(
  collection: string | null,
  level: MapLevel,
  format: "svg" | "dot" | "json",
): string {
  const search = new URLSearchParams({ level });
  if (collection !== null) search.set("collection", collection);
  if (format === "json") return apiAddress(`graph?${search}`);
  search.set("format", format);
  return apiAddress(`graph/export?${search}`);
}
