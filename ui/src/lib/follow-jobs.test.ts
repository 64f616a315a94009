import { afterEach, expect, it, vi } from "vitest";
import { followJobs } from "./follow-jobs";
import { forgetJobs, noticeJobs } from "./jobs";

const ends = new AbortController();
afterEach(() => {
  ends.abort();
  forgetJobs();
});

it("looks again at once for what began while it looked", async () => {
  const answers: (() => void)[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(
    () =>
      new Promise((resolve) => {
        answers.push(() => resolve(Response.json({ items: [], next: null, version: 4, seconds_left: null })));
      }),
  );
  void followJobs(ends.signal, () => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  noticeJobs();
  answers[0]?.();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(answers).toHaveLength(2); // nothing new: it rests
});
