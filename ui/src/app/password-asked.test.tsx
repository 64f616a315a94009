import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { Job } from "@/api/shapes";
import { forgetJobs, jobsState, mergeJobs, noticeReading } from "@/lib/jobs";
import { aJob } from "@/testing/jobs";
import { PasswordAsked } from "./password-asked";

const tell = (change: Partial<Job>) =>
  act(() => {
    const job = aJob({ kind: "reindex", ...change });
    jobsState.set((before) => mergeJobs(before, [job], job.version));
  });
const dialog = () => screen.queryByRole("dialog", { name: "The file is encrypted" });

afterEach(() => {
  vi.unstubAllGlobals();
  act(forgetJobs);
});

it("asks for the password of what is read again here, until it is right or not wanted", async () => {
  const answer = aJob({ kind: "reindex", version: 3 });
  const asked = vi.fn<(request: Request) => Promise<Response>>(() => Promise.resolve(Response.json(answer)));
  vi.stubGlobal("fetch", asked);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PasswordAsked />
    </QueryClientProvider>,
  );
  const locked = { state: "failed", needs_password: true, permanent: true } as const;
  tell({ ...locked, version: 2, failure: "heat.pdf is encrypted" });
  expect(dialog()).toBeNull(); // another tab has it read

  act(() => noticeReading(["j1"]));
  expect(dialog()).toHaveTextContent("heat.pdf is encrypted");
  await userEvent.type(screen.getByLabelText("Password"), "sesame{Enter}");
  await waitFor(() => expect(dialog()).toBeNull());
  const request = asked.mock.calls[0]?.[0];
  expect(request?.url).toContain("/api/v1/jobs/j1/retry");
  expect(await request?.json()).toEqual({ password: "sesame" });

  tell({ ...locked, version: 4, failure: "heat.pdf is encrypted, and the password given does not open it" });
  expect(dialog()).toHaveTextContent("the password given does not open it");
  expect(screen.getByLabelText("Password")).toHaveValue("");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(dialog()).toBeNull();
});
