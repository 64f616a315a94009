import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { API, apiAddress, client, errorOf, must, type Schemas, UnreachableError } from "@/api/client";
import type { Calibration, Evaluation, EvaluationDetails, EvaluationsCompared } from "@/api/shapes";

export type ResultFilter = Schemas["ResultFilter"];

const PAGE = 200;
const POLL_MS = 3000;

export const isUnderWay = ({ state }: Pick<Evaluation, "state">): boolean =>
  state === "waiting" || state === "running";

export const evaluationsQuery = infiniteQueryOptions({
  queryKey: ["evaluations", "list"],
  queryFn: async ({ pageParam, signal }) =>
    must(
      await client.GET("/api/v1/evaluations", {
        params: { query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next ?? null,
  // Only one evaluation is followed event by event; of the others the list is enough.
  refetchInterval: (query) =>
    query.state.data?.pages.some((page) => page.items.some(isUnderWay)) === true ? POLL_MS : false,
});

export const evaluationQuery = (evaluation: string) =>
  queryOptions({
    queryKey: ["evaluations", "one", evaluation],
    queryFn: async ({ signal }): Promise<EvaluationDetails> =>
      must(
        await client.GET("/api/v1/evaluations/{evaluation}", { params: { path: { evaluation } }, signal }),
      ),
  });

/** @param live look again while the evaluation runs. */
export const resultsQuery = (evaluation: string, only: ResultFilter | null, live: boolean) =>
  infiniteQueryOptions({
    queryKey: ["evaluations", "results", evaluation, only ?? ""],
    queryFn: async ({ pageParam, signal }) =>
      must(
        await client.GET("/api/v1/evaluations/{evaluation}/results", {
          params: {
            path: { evaluation },
            query: {
              limit: PAGE,
              ...(only === null ? {} : { only }),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? null,
    // Somebody who reads far down looks at what is there already; all of it again would be much to ask.
    refetchInterval: (query) => (live && (query.state.data?.pages.length ?? 0) < 3 ? POLL_MS : false),
  });

export const calibrationQuery = (evaluation: string) =>
  queryOptions({
    queryKey: ["evaluations", "calibration", evaluation],
    queryFn: async ({ signal }): Promise<Calibration> =>
      must(
        await client.GET("/api/v1/evaluations/{evaluation}/calibration", {
          params: { path: { evaluation } },
          signal,
        }),
      ),
  });

export const comparisonQuery = (evaluation: string, other: string) =>
  queryOptions({
    queryKey: ["evaluations", "compared", evaluation, other],
    queryFn: async ({ signal }): Promise<EvaluationsCompared> =>
      must(
        await client.GET("/api/v1/evaluations/{evaluation}/compare", {
          params: { path: { evaluation }, query: { with: other } },
          signal,
        }),
      ),
  });

/** Send a file of questions as it is; it is checked before the answer comes, and run after it. */
export async function beginEvaluation({
  file,
  name,
  collection,
}: {
  file: File;
  name: string;
  collection: string | null;
}): Promise<EvaluationDetails> {
  const address = new URL("evaluations", API);
  address.searchParams.set("file_name", Array.from(file.name).slice(0, 200).join(""));
  if (name) address.searchParams.set("name", name);
  if (collection !== null) address.searchParams.set("collection", collection);
  let response: Response;
  try {
    response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: file,
    });
  } catch (error) {
    throw new UnreachableError(error);
  }
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as EvaluationDetails;
}

export async function runAgain(evaluation: string): Promise<EvaluationDetails> {
  return must(
    await client.POST("/api/v1/evaluations/{evaluation}/run", { params: { path: { evaluation } } }),
  );
}

export async function stopEvaluation(evaluation: string): Promise<Evaluation> {
  return must(
    await client.POST("/api/v1/evaluations/{evaluation}/stop", { params: { path: { evaluation } } }),
  );
}

export const deleteEvaluation = (evaluation: string, keepalive: boolean) =>
  client.DELETE("/api/v1/evaluations/{evaluation}", { params: { path: { evaluation } }, keepalive });

export const exportAddress = (evaluation: string, format: "html" | "md" | "csv" | "json") =>
  apiAddress(`evaluations/${evaluation}/export?format=${format}`);
