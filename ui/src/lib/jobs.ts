import { client, must, type Schemas } from "@/api/client";
import type { Job } from "@/api/shapes";
import { Store } from "./store";

/** What the server does in the background, as far as this page has heard: files on their way to documents. */
export interface JobsState {
  jobs: ReadonlyMap<string, Job>;
  /** Of the last change that was heard of. */
  version: number;
  /** Until all that waits is done, about; null for nothing, or not known. */
  secondsLeft: number | null;
  /** Whether the first list has come. */
  known: boolean;
}

const NOTHING: JobsState = { jobs: new Map(), version: 0, secondsLeft: null, known: false };

/** Jobs are listed in parts of so many; of more parts than these only the first are counted. */
const PART = 200;
const MOST_PARTS = 25;

export const jobsState = new Store<JobsState>(NOTHING);

/** Jobs by which this page has documents read again: where one of them wants a password, that is asked for at once. */
export const readAgainHere = new Store<ReadonlySet<string>>(new Set());

export function forgetJobs(): void {
  jobsState.set(NOTHING);
  readAgainHere.set(new Set());
}

export const isUnderWay = (job: Job): boolean => job.state === "queued" || job.state === "running";

/** With a password the file that was kept is tried again. */
export const canRetry = (job: Job): boolean =>
  job.state === "failed" && (!job.permanent || job.needs_password);

/** The state with jobs as they are now; what arrives late of an earlier version changes nothing. */
export function mergeJobs(before: JobsState, changed: readonly Job[], version: number): JobsState {
  const news = changed.filter((job) => job.version > (before.jobs.get(job.id)?.version ?? -1));
  if (news.length === 0 && version <= before.version && before.known) return before;
  const jobs = new Map(before.jobs);
  for (const job of news) jobs.set(job.id, job);
  const secondsLeft = [...jobs.values()].some(isUnderWay) ? before.secondsLeft : null;
  return { jobs, version: Math.max(before.version, version), secondsLeft, known: true };
}

/** Which of the changed jobs have come to an end that the page had not heard of: documents are there, or went. */
export function endedNow(before: JobsState, changed: readonly Job[]): Job[] {
  return changed.filter((job) => {
    if (isUnderWay(job)) return false;
    const known = before.jobs.get(job.id);
    return known === undefined ? before.known : isUnderWay(known);
  });
}

export function underWay(state: JobsState): Job[] {
  return [...state.jobs.values()].filter(isUnderWay);
}

/** The last jobs, and all that wait or run. */
export async function listJobs(): Promise<Schemas["JobListing"]> {
  const newest = must(await client.GET("/api/v1/jobs", { params: { query: { limit: PART } } }));
  if (newest.next === null) return newest;
  const items = new Map(newest.items.map((job) => [job.id, job]));
  for (const state of ["running", "queued"] as const) {
    let cursor: string | undefined;
    for (let part = 0; part < MOST_PARTS; part++) {
      const query = { state, limit: PART, ...(cursor === undefined ? {} : { cursor }) };
      const found = must(await client.GET("/api/v1/jobs", { params: { query } }));
      for (const job of found.items) items.set(job.id, job);
      if (found.next === null) break;
      cursor = found.next;
    }
  }
  return { ...newest, items: [...items.values()] };
}

/** Only how far the counter is and how long it will take: one row of the server's table. */
export async function glanceAtJobs(): Promise<Schemas["JobListing"]> {
  return must(await client.GET("/api/v1/jobs", { params: { query: { limit: 1 } } }));
}

const learn = (job: Job) => jobsState.set((before) => mergeJobs(before, [job], before.version));

export async function cancelJob(job: string): Promise<void> {
  learn(must(await client.POST("/api/v1/jobs/{job}/cancel", { params: { path: { job } } })));
}

export async function retryJob(job: string, password?: string): Promise<void> {
  const how = { params: { path: { job } }, body: { password: password ?? null } };
  learn(must(await client.POST("/api/v1/jobs/{job}/retry", how)));
  noticeJobs();
}

/** Have a document read and indexed again. */
export async function readAgain(document: string, ocr: boolean): Promise<void> {
  const how = { params: { path: { document } }, body: { ocr } };
  noticeReading([must(await client.POST("/api/v1/documents/{document}/reindex", how)).job]);
}

/** Documents are read again by these jobs, at the wish of who sits here. */
export function noticeReading(jobs: readonly string[]): void {
  readAgainHere.set((others) => new Set([...others, ...jobs]));
  noticeJobs();
}

/** The first job of those begun here that cannot go on without a password. */
export function wantsPassword({ jobs }: JobsState, here: ReadonlySet<string>): Job | undefined {
  return [...here]
    .flatMap((id) => jobs.get(id) ?? [])
    .find((job) => job.state === "failed" && job.needs_password);
}

const waiting = new Set<() => void>();
let notices = 0;

/** Work was begun on the server: look now rather than at the next occasion. */
export function noticeJobs(): void {
  notices += 1;
  waiting.forEach((look) => look());
}

/** How often there was reason to look: one who looks just then must not miss what began meanwhile. */
export const noticesSoFar = (): number => notices;

/** Be told when there is reason to look; gives the way to be told no more. */
export function onNotice(look: () => void): () => void {
  waiting.add(look);
  return () => waiting.delete(look);
}
