import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Schemas } from "@/api/client";
import { follow } from "@/api/streaming";
import type { Job } from "@/api/shapes";
import {
  endedNow,
  forgetJobs,
  glanceAtJobs,
  jobsState,
  listJobs,
  mergeJobs,
  noticesSoFar,
  onNotice,
  underWay,
} from "./jobs";

interface JobEvents {
  jobs: Schemas["JobChanges"];
  done: Schemas["JobEnd"];
}

/** Without reason to expect anything, other tabs and watched folders may have begun something: look so often. */
const REST_MS = 30_000;
const LEAST_WAIT_MS = 2000;
const MOST_WAIT_MS = 30_000;
/** The estimate of the time left is not part of the events. */
const ESTIMATE_MS = 5000;
const TELL_MS = 2000;

/**
 * Follows the server's jobs, frugally: a browser has six connections to a server, for all its tabs. A stream is open only
 * in a tab that is seen, and only while something is under way; else the page looks now and then, and when it has begun
 * something itself. Where the stream breaks, it looks again after a while that grows.
 *
 * @param onEnded jobs that ended: documents are there that were not.
 */
export async function followJobs(
  signal: AbortSignal,
  onEnded: (jobs: readonly Job[]) => void,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    await untilSeen(signal);
    const noticed = noticesSoFar();
    try {
      await look(onEnded);
      failures = 0;
      if (underWay(jobsState.get()).length > 0) await listen(signal, onEnded);
      else if (noticesSoFar() === noticed) await pause(signal, REST_MS);
    } catch {
      // Not there, restarting, or nobody is logged in any more: what is known stays, and it is tried again.
      await pause(signal, Math.min(LEAST_WAIT_MS * 2 ** failures, MOST_WAIT_MS));
      failures += 1;
    }
  }
}

async function look(onEnded: (jobs: readonly Job[]) => void): Promise<void> {
  const before = jobsState.get();
  if (before.known) {
    const glance = await glanceAtJobs();
    jobsState.set((state) => ({ ...state, secondsLeft: glance.seconds_left }));
    if (glance.version === before.version) return;
  }
  const found = await listJobs();
  learn(found.items, found.version, onEnded);
  jobsState.set((state) => ({ ...state, secondsLeft: found.seconds_left }));
}

function learn(jobs: readonly Job[], version: number, onEnded: (jobs: readonly Job[]) => void): void {
  const before = jobsState.get();
  jobsState.set(mergeJobs(before, jobs, version));
  const ended = endedNow(before, jobs);
  if (ended.length > 0) onEnded(ended);
}

/** Until nothing is under way, the tab is hidden, or the server ends the stream, as it does now and then. */
async function listen(signal: AbortSignal, onEnded: (jobs: readonly Job[]) => void): Promise<void> {
  const here = new AbortController();
  const stop = () => here.abort();
  const hide = () => document.hidden && stop();
  signal.addEventListener("abort", stop);
  document.addEventListener("visibilitychange", hide);
  const estimate = setInterval(() => {
    glanceAtJobs()
      .then((glance) => jobsState.set((state) => ({ ...state, secondsLeft: glance.seconds_left })))
      .catch(() => undefined); // the stream itself tells whether the server is there
  }, ESTIMATE_MS);
  try {
    const path = `jobs/events?version=${jobsState.get().version}`;
    for await (const told of follow<JobEvents>(path, { method: "GET", signal: here.signal })) {
      if (told.event === "jobs") learn(told.data.jobs, told.data.version, onEnded);
      if (underWay(jobsState.get()).length === 0) return;
    }
  } catch (error) {
    if (!here.signal.aborted) throw error;
  } finally {
    here.abort();
    clearInterval(estimate);
    signal.removeEventListener("abort", stop);
    document.removeEventListener("visibilitychange", hide);
  }
}

async function untilSeen(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) await pause(signal, null);
}

/** Wait so long (`null` for no end), or less where there is reason to look. */
function pause(signal: AbortSignal, milliseconds: number | null): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      forget();
      document.removeEventListener("visibilitychange", seen);
      signal.removeEventListener("abort", go);
      resolve();
    };
    const seen = () => !document.hidden && go();
    const forget = onNotice(go);
    const timer = milliseconds === null ? undefined : setTimeout(go, milliseconds);
    document.addEventListener("visibilitychange", seen);
    signal.addEventListener("abort", go);
    if (signal.aborted) go();
  });
}

/** Follow the jobs as long as the component is there, and bring lists of documents up to date as they end. */
export function useFollowJobs(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const ends = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Of a hundred files that end one after the other, the lists are not fetched a hundred times.
    const tell = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const noun of ["documents", "collections"])
          void queries.invalidateQueries({ queryKey: [noun] }, { cancelRefetch: false });
      }, TELL_MS);
    };
    void followJobs(ends.signal, tell);
    return () => {
      ends.abort();
      clearTimeout(timer);
      forgetJobs(); // whoever comes next may be somebody else
    };
  }, [queries]);
}
