import { afterEach, describe, expect, it, vi } from "vitest";
import { beginWork, putAway, works } from "./work";

afterEach(() => works.set([]));

describe("work of a screen", () => {
  it("tells how far it is until it ends, and nothing after", () => {
    const cancel = vi.fn();
    const work = beginWork({ label: "Summary", path: "/documents/a", cancel });
    work.progress({ share: 0.5, detail: "Page 2 of 4" });
    expect(works.get()).toMatchObject([{ label: "Summary", share: 0.5, detail: "Page 2 of 4", cancel }]);
    work.done({ path: "/documents/a?panel=summary" });
    work.progress({ share: 0.7 });
    expect(works.get()).toMatchObject([
      { state: "done", share: 1, path: "/documents/a?panel=summary", cancel: null },
    ]);
    putAway(works.get()[0]?.id ?? 0);
    expect(works.get()).toEqual([]);
  });

  it("says why it failed, and nothing where the person stopped it", () => {
    beginWork({ label: "Table" }).fail(new Error("x"));
    beginWork({ label: "Stopped" }).fail(new DOMException("stopped", "AbortError"));
    expect(works.get()).toMatchObject([{ label: "Table", state: "failed" }]);
    expect(works.get()[0]?.failure?.what).toMatch(/\w/);
  });
});
