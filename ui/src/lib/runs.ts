import {
  hashKey,
  type QueryClient,
  type QueryKey,
  skipToken,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import { follow } from "@/api/streaming";
import { announce } from "./announce";
import { isAbort } from "./error-text";
import { Store, useStore } from "./store";
import { beginWork } from "./work";

/** Work that the server does while a stream tells of it: what `progress` tells is `Told`, what `done` tells is `Result`. */
export interface Streamed<Told, Result> {
  /** Where the result is kept: work of the same key is the same work. */
  key: QueryKey;
  /** Below the API: "comparisons/stream". */
  path: string;
  body: unknown;
  /** As the tray names it. */
  label: string;
  /** Path of the screen where the result is seen. */
  screen: string;
  progress: (told: Told) => { share: number | null; detail: string };
  /** What is read out when it is done. */
  finished: (result: Result) => string;
}

interface Run {
  told: unknown;
  /** Null while it goes on. */
  error: unknown;
  stop: () => void;
}

const runs = new Store<Readonly<Record<string, Run>>>({});

function change(id: string, by: Partial<Run> | null): void {
  runs.set((before) => {
    const { [id]: run, ...others } = before;
    if (!run || by === null) return others;
    return { ...others, [id]: { ...run, ...by } };
  });
}

/** Begin work that goes on when its screen is left. Nothing happens while the same is under way. */
export function beginRun<Told, Result>(queries: QueryClient, wanted: Streamed<Told, Result>): void {
  const id = hashKey(wanted.key);
  const before = runs.get()[id];
  if (before?.error === null) return;
  const abort = new AbortController();
  const stop = () => abort.abort();
  runs.set((others) => ({ ...others, [id]: { told: null, error: null, stop } }));
  const work = beginWork({ label: wanted.label, path: wanted.screen, cancel: stop });
  const run = async () => {
    const events = follow<{ progress: Told; done: Result }>(wanted.path, {
      body: wanted.body,
      signal: abort.signal,
    });
    for await (const { event, data } of events) {
      if (event === "progress") {
        change(id, { told: data });
        work.progress(wanted.progress(data));
      } else {
        queries.setQueryDefaults(wanted.key, { gcTime: Infinity, staleTime: Infinity });
        queries.setQueryData(wanted.key, data);
        change(id, null);
        work.done();
        announce(wanted.finished(data));
      }
    }
  };
  run().catch((error: unknown) => {
    change(id, { error });
    work.fail(error);
  });
}

export interface RunState<Told, Result> {
  result: Result | undefined;
  running: boolean;
  /** How far it is; null until the server tells. */
  told: Told | null;
  /** Why it ended early; null where the person stopped it. */
  error: unknown;
  stopped: boolean;
  begin: () => void;
  stop: () => void;
}

/** How far some work is, and what came of it, wherever it was begun. */
export function useRun<Told, Result>(wanted: Streamed<Told, Result>): RunState<Told, Result> {
  const queries = useQueryClient();
  const run = useStore(runs)[hashKey(wanted.key)];
  const { data } = useQuery<Result>({
    queryKey: wanted.key,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return {
    result: data,
    running: run?.error === null,
    told: (run?.told ?? null) as Told | null,
    error: isAbort(run?.error) ? null : (run?.error ?? null),
    stopped: isAbort(run?.error),
    begin: useCallback(() => beginRun(queries, wanted), [queries, wanted]),
    stop: () => run?.stop(),
  };
}
