import { describe, expect, it } from "vitest";
import { firstFrom, stepped } from "./use-find";

describe("finding in a document", () => {
  const found = [{ page: 2 }, { page: 2 }, { page: 7 }];

  it("begins where one reads", () => {
    expect(firstFrom(found, 1)).toBe(0);
    expect(firstFrom(found, 3)).toBe(2);
    expect(firstFrom(found, 9)).toBe(0);
    expect(firstFrom([], 3)).toBe(0);
  });

  it("goes around the ends, but not where more is to come", () => {
    expect(stepped(2, 1, 3, false)).toBe(0);
    expect(stepped(0, -1, 3, false)).toBe(2);
    expect(stepped(2, 1, 3, true)).toBe(2);
    expect(stepped(1, 1, 3, true)).toBe(2);
    expect(stepped(0, 1, 0, false)).toBe(0);
  });
});
