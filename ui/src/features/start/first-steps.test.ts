import { expect, test } from "vitest";
import type { Job } from "@/api/shapes";
import { aJob } from "@/testing/jobs";
import { filesOnTheirWay, stepOf } from "./first-steps";

const job = (id: string, state: Job["state"], more: Partial<Job> = {}): Job =>
  aJob({
    id,
    state,
    file_name: `${id}.pdf`,
    progress: { stage: "reading", pages: 8, pages_done: 2, chunks_done: 0, share: 0.25 },
    ...more,
  });

test("goes on as documents come", () => {
  expect(stepOf(0, false)).toBe("add");
  expect(stepOf(0, true)).toBe("read");
  expect(stepOf(2, true)).toBe("read");
  expect(stepOf(2, false)).toBe("ask");
});

test("shows what moves first, and why something failed", () => {
  const files = filesOnTheirWay(
    [],
    [
      job("done", "done"),
      job("gone", "cancelled"),
      job("again", "running", { kind: "reindex" }),
      job("waits", "queued"),
      job("bad", "failed", { failure: "the file is damaged", remedy: "Open it and save it anew." }),
      job("moves", "running"),
    ],
  );
  expect(files.map(({ key, state, share }) => [key, state, share])).toEqual([
    ["moves", "reading", 0.25],
    ["bad", "failed", 1],
    ["waits", "waiting", null],
    ["done", "done", 1],
  ]);
  expect(files[0]?.text).toBe("Reading, page 3 of 8");
  expect(files[1]?.text).toBe("The file is damaged. Open it and save it anew.");
});
