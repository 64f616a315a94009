import { describe, expect, it } from "vitest";
import { CodePoints } from "@/lib/code-points";
import type { Mark, MarkKind } from "./marks";
import { segmentsOf } from "./segments";

const mark = (kind: MarkKind, ...spans: [number, number][]): Mark => ({
  kind,
  page: 1,
  rectangles: [],
  spans: spans.map(([start, end]) => ({ start, end })),
});
const shown = (text: string, marks: Mark[], start = 0, end = new CodePoints(text).length) =>
  segmentsOf(new CodePoints(text), start, end, marks).map((one) => [one.text, one.mark?.kind ?? ""]);

describe("segments of a text", () => {
  it("are cut where marks begin and end", () => {
    expect(shown("The fee is 417 a year.", [mark("quote", [4, 14])])).toEqual([
      ["The ", ""],
      ["fee is 417", "quote"],
      [" a year.", ""],
    ]);
  });

  it("count code points, not units", () => {
    expect(shown("a𝒳b😀c", [mark("quote", [3, 4])])).toEqual([
      ["a𝒳b", ""],
      ["😀", "quote"],
      ["c", ""],
    ]);
  });

  it("show the stronger of what overlaps, and nothing twice", () => {
    const cut = shown("abcdef", [mark("quote", [1, 4]), mark("current", [2, 3]), mark("neighbour", [0, 6])]);
    expect(cut).toEqual([
      ["a", "neighbour"],
      ["b", "quote"],
      ["c", "current"],
      ["d", "quote"],
      ["ef", "neighbour"],
    ]);
    expect(cut.map(([text]) => text).join("")).toBe("abcdef");
  });

  it("keep to their part of the page", () => {
    expect(shown("0123456789", [mark("quote", [0, 5], [8, 10])], 3, 7)).toEqual([
      ["34", "quote"],
      ["56", ""],
    ]);
  });

  it("put divided words together, not what merely ends in a hyphen", () => {
    const cut = segmentsOf(new CodePoints("😀 Pro-\nvider 3-\n4"), 0, 17, []);
    expect(cut.filter((one) => one.joined).map((one) => [one.start, one.text])).toEqual([[6, "\n"]]);
    const code = segmentsOf(new CodePoints("a-\nb"), 0, 4, [], true);
    expect(code).toHaveLength(1);
  });
});
