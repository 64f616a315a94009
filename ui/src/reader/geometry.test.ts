import { describe, expect, it } from "vitest";
import {
  anchorAt,
  factorOf,
  GAP,
  heightOf,
  layOut,
  MARGIN,
  pageAt,
  pagesBetween,
  sharpness,
  stepFrom,
} from "./geometry";

const A4 = { width: 600, height: 800 };
const ROOM = { width: 600 + 2 * MARGIN, height: 500 };
const pages = (count: number) => Array.from({ length: count }, () => A4);

describe("pages one below the other", () => {
  it("fill the width, each by itself", () => {
    const layout = layOut([A4, { width: 1200, height: 400 }], ROOM, { fit: "width" });
    expect([...layout.widths]).toEqual([600, 600]);
    expect([...layout.heights]).toEqual([800, 200]);
    expect([...layout.tops]).toEqual([GAP, GAP + 800 + GAP]);
    expect(layout.height).toBe(GAP + 800 + GAP + 200 + GAP);
  });

  it("fit into the window as a whole", () => {
    const layout = layOut([A4], ROOM, { fit: "page" });
    expect(layout.heights[0]).toBe(500 - 2 * GAP);
  });

  it("show a factor of their printed size, within its bounds", () => {
    expect(layOut([A4], ROOM, { fit: "none", factor: 1.5 }).widths[0]).toBe(1200);
    expect(layOut([A4], ROOM, { fit: "none", factor: 99 }).widths[0]).toBe(3200);
  });

  it("reserve the room of a page without a size", () => {
    const layout = layOut([{ width: 0, height: 0 }], ROOM, { fit: "width" });
    expect(layout.heights[0]).toBeGreaterThan(800);
  });

  it("are found by their height", () => {
    const layout = layOut(pages(1000), ROOM, { fit: "width" });
    expect(pageAt(layout, 0)).toBe(0);
    expect(pageAt(layout, GAP + 812 * 499)).toBe(499);
    expect(pageAt(layout, 1e9)).toBe(999);
    // Between two pages the one above has ended already.
    expect(pagesBetween(layout, GAP + 805, GAP + 1000)).toEqual({ first: 1, last: 1 });
    expect(pagesBetween(layout, GAP + 700, GAP + 1700)).toEqual({ first: 0, last: 2 });
  });

  it("keep the point that is looked at when all is laid out anew", () => {
    const before = layOut(pages(10), ROOM, { fit: "width" });
    const anchor = anchorAt(before, 300, GAP + 812 * 3 + 400);
    expect(anchor).toEqual({ page: 3, x: 0.5, y: 0.5 });
    const after = layOut(pages(10), ROOM, { fit: "none", factor: 3 });
    expect(heightOf(after, anchor)).toBe((after.tops[3] ?? 0) + 1600);
  });

  it("do not fail without any page", () => {
    const layout = layOut([], ROOM, { fit: "width" });
    expect(layout.height).toBe(GAP);
    expect(anchorAt(layout, 5, 5).x).toBe(0);
  });
});

describe("zoom", () => {
  it("goes by steps from wherever it is", () => {
    expect(stepFrom(1, 1)).toEqual({ fit: "none", factor: 1.1 });
    expect(stepFrom(0.75, -1)).toEqual({ fit: "none", factor: 0.67 });
    expect(stepFrom(4, 1)).toEqual({ fit: "none", factor: 4 });
    expect(stepFrom(factorOf(A4, ROOM, { fit: "width" }), 1)).toEqual({ fit: "none", factor: 0.8 });
  });

  it("draws as sharp as the screen, until the canvas would be too large", () => {
    expect(sharpness(800, 1000, 2)).toBe(2);
    expect(sharpness(800, 1000, 0.5)).toBe(1);
    const large = sharpness(4000, 6000, 2);
    expect(4000 * large * 6000 * large).toBeCloseTo(10_000_000);
  });
});
