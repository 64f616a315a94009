import type { Job } from "@/api/shapes";

/** A job for tests: waiting, of `heat.pdf`. */
export const aJob = (change: Partial<Job> = {}): Job => ({
  id: "j1",
  kind: "add",
  state: "queued",
  batch: "b1",
  collection: "c1",
  file_name: "heat.pdf",
  size: 1000,
  attempt: 0,
  progress: { stage: "", pages_done: 0, pages: 0, chunks_done: 0, share: 0 },
  seconds_left: null,
  failure: "",
  remedy: "",
  permanent: false,
  needs_password: false,
  note: "",
  document: null,
  cancelling: false,
  created_at: "2026-11-30T21:06:59+00:00",
  started_at: null,
  finished_at: null,
  next_attempt_at: null,
  version: 1,
  ...change,
});
