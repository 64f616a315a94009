import { describe, expect, it } from "vitest";
import { aJob } from "@/testing/jobs";
import { canRetry, endedNow, jobsState, mergeJobs, wantsPassword } from "./jobs";

const empty = jobsState.get();

describe("jobs as they are told", () => {
  it("are kept in their latest version, however late an earlier one arrives", () => {
    const later = mergeJobs(empty, [aJob({ version: 5, state: "running" })], 5);
    const same = mergeJobs(later, [aJob({ version: 3, state: "queued" })], 3);
    expect(same).toBe(later);
    expect(same.jobs.get("j1")?.state).toBe("running");
    expect(same.version).toBe(5);
  });

  it("forget how long it takes when nothing is under way", () => {
    const going = { ...mergeJobs(empty, [aJob()], 1), secondsLeft: 9 };
    expect(mergeJobs(going, [aJob({ version: 2, state: "running" })], 2).secondsLeft).toBe(9);
    expect(mergeJobs(going, [aJob({ version: 2, state: "done" })], 2).secondsLeft).toBeNull();
  });

  it("end once: not those of the first list, not those told again", () => {
    const done = aJob({ version: 2, state: "done" });
    expect(endedNow(empty, [done])).toEqual([]);
    const known = mergeJobs(empty, [aJob()], 1);
    expect(endedNow(known, [done])).toEqual([done]);
    expect(endedNow(mergeJobs(known, [done], 2), [done])).toEqual([]);
    expect(endedNow(known, [aJob({ id: "other", state: "done" })])).toHaveLength(1);
  });

  it("ask for a password where they were begun here and want one", () => {
    const locked = aJob({ id: "locked", kind: "reindex", state: "failed", needs_password: true });
    const state = mergeJobs(empty, [locked, aJob({ id: "other", state: "failed" })], 2);
    expect(wantsPassword(state, new Set())).toBeUndefined();
    expect(wantsPassword(state, new Set(["unknown", "other", "locked"]))).toBe(locked);
    const again = mergeJobs(state, [aJob({ id: "locked", state: "queued", version: 3 })], 3);
    expect(wantsPassword(again, new Set(["locked"]))).toBeUndefined();
  });

  it("can be tried again where that may help, and with a password where one is wanted", () => {
    expect(canRetry(aJob({ state: "failed", permanent: true, needs_password: true }))).toBe(true);
    expect(canRetry(aJob({ state: "failed", permanent: true }))).toBe(false);
    expect(canRetry(aJob({ state: "failed" }))).toBe(true);
  });
});
