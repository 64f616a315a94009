import { describe, expect, it } from "vitest";
import { jobText } from "@/lib/job-text";
import { jobsState, mergeJobs } from "@/lib/jobs";
import { NO_UPLOADS, type Upload } from "@/lib/uploads";
import { aJob } from "@/testing/jobs";
import { trayRows, type TraySources } from "./tray-rows";
import { traySummary } from "./tray-summary";

const empty = jobsState.get();
const sources = (change: Partial<TraySources> = {}): TraySources => ({
  uploads: NO_UPLOADS,
  jobs: empty,
  works: [],
  since: 10,
  seen: 0,
  ...change,
});
const progress = (stage: string, pages_done: number, pages: number, share: number) => ({
  stage,
  pages_done,
  pages,
  chunks_done: 0,
  share,
});
const upload = (id: number, state: Upload["state"], change: Partial<Upload> = {}): Upload => ({
  id,
  file: new File(["x"], "a.pdf"),
  name: "a.pdf",
  collection: null,
  batch: "b",
  state,
  share: 0,
  job: null,
  document: null,
  problem: null,
  again: false,
  ...change,
});

describe("the tray", () => {
  it("is not there while there is nothing to tell", () => {
    const old = mergeJobs(empty, [aJob({ state: "done", version: 7 })], 10);
    expect(traySummary(sources({ jobs: old }))).toBeNull();
    const failed = mergeJobs(empty, [aJob({ state: "failed", version: 7 })], 10);
    expect(traySummary(sources({ jobs: failed, seen: 7 }))).toBeNull();
    expect(traySummary(sources({ jobs: failed, seen: 6 }))).toMatchObject({ failures: true, active: false });
  });

  it("tells of what was sent from here, also if it ended before the first list came", () => {
    const sent = { ...NO_UPLOADS, uploads: [upload(1, "taken", { job: "a" })] };
    expect(traySummary(sources({ uploads: sent }))).toMatchObject({ text: "1 file is sent", active: false });
    const jobs = mergeJobs(empty, [aJob({ id: "a", state: "done", version: 9 })], 10);
    expect(traySummary(sources({ uploads: sent, jobs }))?.text).toBe("1 document is in your library");
    expect(traySummary(sources({ uploads: sent, jobs, seen: 9 }))?.text).toBe("1 file is sent");
  });

  it("counts what was handed in together, also what ended before the page was opened", () => {
    const jobs = mergeJobs(
      empty,
      [
        aJob({ id: "a", state: "done", version: 7 }),
        aJob({ id: "b", state: "running", version: 8, progress: progress("reading", 2, 8, 0.25) }),
        aJob({ id: "c", version: 9 }),
        aJob({ id: "d", state: "done", version: 5, batch: "another" }),
      ],
      10,
    );
    const summary = traySummary(sources({ jobs: { ...jobs, secondsLeft: 240 } }));
    expect(summary?.text).toBe("Reading 2 of 3 documents · 4 min left");
    expect(summary?.share).toBeCloseTo(1.25 / 3);
    expect(trayRows(sources({ jobs })).map((row) => row.state)).toEqual(["running", "waiting", "done"]);
  });

  it("counts files that are still to be sent among the documents to come", () => {
    const uploads = {
      ...NO_UPLOADS,
      uploads: [upload(1, "taken"), upload(2, "sending"), upload(3, "waiting")],
    };
    expect(traySummary(sources({ uploads }))?.text).toBe("Sending 2 of 3 files");
    const jobs = mergeJobs(empty, [aJob({ state: "running", version: 11 })], 11);
    expect(traySummary(sources({ uploads, jobs }))?.text).toBe("Reading 1 of 3 documents");
    const paused = { ...uploads, paused: true };
    expect(traySummary(sources({ uploads: paused }))?.text).toBe("Sending is paused; 2 files wait");
  });

  it("says at the end what came of it", () => {
    const jobs = mergeJobs(
      empty,
      [
        aJob({ id: "a", state: "done", version: 11 }),
        aJob({ id: "b", state: "failed", version: 12, failure: "b.pdf is damaged" }),
        aJob({ id: "c", state: "cancelled", version: 13 }),
      ],
      13,
    );
    const uploads = { ...NO_UPLOADS, uploads: [upload(1, "known")] };
    expect(traySummary(sources({ jobs, uploads }))).toEqual({
      text: "1 document is in your library · 1 was there already · 1 could not be read",
      share: null,
      active: false,
      failures: true,
    });
  });

  it("tells in words what a job is doing", () => {
    const running = (stage: string, done: number, of: number) =>
      jobText(aJob({ state: "running", progress: progress(stage, done, of, 0) }));
    expect(running("", 0, 0)).toBe("Begins");
    expect(running("reading", 0, 0)).toBe("Reading");
    expect(running("reading", 2, 12)).toBe("Reading, page 3 of 12");
    expect(running("indexing", 12, 12)).toBe("Making it searchable, page 12 of 12");
    expect(jobText(aJob({ state: "failed", failure: "it is damaged" }))).toBe("It is damaged.");
    expect(jobText(aJob({ state: "failed", failure: "heat.pdf is damaged" }))).toBe("heat.pdf is damaged.");
    expect(jobText(aJob({ state: "running", cancelling: true }))).toBe("Stopping");
    expect(jobText(aJob({ next_attempt_at: "2026-11-30T21:06:59+00:00" }))).toBe("Waits for another attempt");
  });
});
