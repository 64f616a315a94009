import { describe, expect, it } from "vitest";
import { around, byPage, firstOf, marksOf } from "./marks";

const line = (y: number, x0 = 0.1, x1 = 0.9) => ({ x0, y0: y, x1, y1: y + 0.02 });

describe("marks", () => {
  const pages = [
    { page: 4, rectangles: [line(0.9, 0.5), line(0.93)] },
    { page: 5, rectangles: [line(0.1)] },
    { page: 6, rectangles: [] },
  ];
  const place = {
    document: "a",
    page: 4,
    spans: [
      { page: 4, start: 900, end: 950 },
      { page: 5, start: 0, end: 30 },
      { page: 5, start: 40, end: 50 },
    ],
  };

  it("stand on their pages, with their lines and their characters", () => {
    const marks = byPage(marksOf(place, pages, "quote"));
    expect([...marks.keys()]).toEqual([4, 5]);
    expect(marks.get(4)?.[0]?.rectangles).toHaveLength(2);
    expect(marks.get(5)?.[0]?.spans.map((span) => span.start)).toEqual([0, 40]);
  });

  it("are there before their lines are known", () => {
    expect(marksOf(place, [], "quote").map((mark) => mark.rectangles)).toEqual([[], []]);
  });

  it("are surrounded by one rectangle", () => {
    expect(around([line(0.9, 0.5), line(0.93)])).toEqual({ x0: 0.1, y0: 0.9, x1: 0.9, y1: 0.93 + 0.02 });
    expect(around([])).toBeNull();
  });

  it("are gone to on the page that was named, else where they begin", () => {
    expect(firstOf(pages, 5)).toEqual({ page: 5, rectangle: line(0.1) });
    expect(firstOf(pages, 6)?.page).toBe(4);
    expect(firstOf([{ page: 1, rectangles: [] }], 1)).toBeNull();
  });
});
