import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "./query-client";
import { logOut, watchSession } from "./session";
import { doWithUndo } from "./undo";

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

it("logs out all tabs, after what could still be undone was done", async () => {
  const calls: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    calls.push((input as Request).method);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  stops.push(watchSession(createQueryClient())); // another tab
  doWithUndo({
    text: "1 document deleted",
    apply: vi.fn(),
    revert: vi.fn(),
    commit: async () => {
      await Promise.resolve();
      calls.push("what was deleted");
    },
  });
  await logOut();
  expect(calls).toEqual(["what was deleted", "DELETE"]);
  expect(location.hash).toBe("#/login");
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2)); // this tab and the other
});
