import { describe, expect, it } from "vitest";
import { chooseAll, chooseTo, keepListed, NOTHING_CHOSEN, toggle } from "./selection";

const order = ["a", "b", "c", "d", "e"];
const chosen = (selection: { chosen: ReadonlySet<string> }) => [...selection.chosen].sort().join("");

describe("choosing documents", () => {
  it("adds and takes away one by one", () => {
    const two = toggle(toggle(NOTHING_CHOSEN, "b"), "d");
    expect(chosen(two)).toBe("bd");
    expect(chosen(toggle(two, "b"))).toBe("d");
    expect(chosen(two)).toBe("bd");
  });

  it("takes ranges from the last one chosen, in both directions", () => {
    const from = toggle(NOTHING_CHOSEN, "c");
    expect(chosen(chooseTo(from, "e", order))).toBe("cde");
    expect(chosen(chooseTo(chooseTo(from, "e", order), "a", order))).toBe("abcde");
    expect(chosen(chooseTo(NOTHING_CHOSEN, "b", order))).toBe("b");
    expect(chosen(chooseTo({ chosen: new Set(), anchor: "gone" }, "b", order))).toBe("b");
    expect(chosen(chooseTo(from, "gone", order))).toBe("c");
  });

  it("keeps what is still listed, and nothing else", () => {
    const all = chooseAll(order);
    expect(keepListed(all, order)).toBe(all);
    const less = keepListed(all, ["b", "c"]);
    expect(chosen(less)).toBe("bc");
    expect(less.anchor).toBeNull();
  });
});
