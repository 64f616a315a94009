import { beforeEach, describe, expect, it, vi } from "vitest";
import { KeptStore } from "./kept-store";

const KEY = "pincite-test";
const read = (kept: unknown) => (typeof kept === "number" ? kept : 0);

/** As a browser tells all other tabs. */
function changedElsewhere(key: string | null, value: string | null) {
  if (value === null) localStorage.clear();
  else if (key !== null) localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent("storage", { key }));
}

beforeEach(() => localStorage.clear());

describe("what is kept in a browser", () => {
  it("is there in the next visit", () => {
    new KeptStore(KEY, read).set(5);
    expect(new KeptStore(KEY, read).get()).toBe(5);
  });

  it("is what another tab made of it, and is told", () => {
    const store = new KeptStore(KEY, read);
    const told = vi.fn();
    store.subscribe(told);
    changedElsewhere(KEY, "7");
    expect(store.get()).toBe(7);
    expect(told).toHaveBeenCalledOnce();
    // What is changed here next is added to that.
    store.set((before) => before + 1);
    expect(localStorage.getItem(KEY)).toBe("8");
    changedElsewhere("of-another-page", "1");
    expect(told).toHaveBeenCalledTimes(2);
    changedElsewhere(null, null);
    expect(store.get()).toBe(0);
  });

  it("is nothing where that cannot be read", () => {
    localStorage.setItem(KEY, "{broken");
    expect(new KeptStore(KEY, read).get()).toBe(0);
  });
});
