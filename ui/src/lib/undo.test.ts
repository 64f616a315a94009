import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/client";
import { toasts } from "./toasts";
import { doWithUndo, settlePending } from "./undo";

function deed(commit = vi.fn(() => Promise.resolve())) {
  const one = { text: "1 document deleted", apply: vi.fn(), revert: vi.fn(), undone: vi.fn(), commit };
  doWithUndo(one);
  return one;
}

beforeEach(() => {
  vi.useFakeTimers();
  toasts.set([]);
});
afterEach(() => vi.useRealTimers());

describe("doWithUndo", () => {
  it("shows at once and asks the server after ten seconds, once", () => {
    const one = deed();
    expect(one.apply).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(9_900);
    expect(one.commit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(one.commit).toHaveBeenCalledExactlyOnceWith({ keepalive: false });
    void settlePending();
    expect(one.commit).toHaveBeenCalledOnce();
    expect(toasts.get()).toEqual([]);
  });

  it("never asks the server for what was undone", () => {
    const one = deed();
    toasts.get()[0]?.action?.run();
    expect(one.revert).toHaveBeenCalledOnce();
    expect(one.undone).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(20_000);
    void settlePending();
    expect(one.commit).not.toHaveBeenCalled();
  });

  it("does what waits when the page is left", () => {
    const one = deed();
    void settlePending();
    expect(one.commit).toHaveBeenCalledExactlyOnceWith({ keepalive: true });
    vi.advanceTimersByTime(20_000);
    expect(one.commit).toHaveBeenCalledOnce();
  });

  it("takes back what the server refused, and says why", async () => {
    const one = deed(
      vi.fn(() => Promise.reject(new ApiError(403, "you may only read here", "Ask its owner."))),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    expect(one.revert).toHaveBeenCalledOnce();
    expect(one.undone).not.toHaveBeenCalled();
    expect(toasts.get()[0]?.text).toBe("You may only read here. Ask its owner.");
  });

  it("keeps deeds apart", () => {
    const first = deed();
    vi.advanceTimersByTime(5_000);
    const second = deed();
    vi.advanceTimersByTime(5_000);
    expect(first.commit).toHaveBeenCalledOnce();
    expect(second.commit).not.toHaveBeenCalled();
  });
});
