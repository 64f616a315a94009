import { describe, expect, it } from "vitest";
import { charactersWithin, tidy } from "./selection";

const word = (start: number, x0: number, y0: number) => ({
  start,
  end: start + 4,
  x0,
  x1: x0 + 0.1,
  y0,
  y1: y0 + 0.02,
});

describe("what is selected on a picture", () => {
  const words = [word(0, 0.1, 0.1), word(5, 0.25, 0.1), word(10, 0.1, 0.15), word(15, 0.25, 0.15)];

  it("is from the first to the last word whose middle is in it", () => {
    const lines = [
      { x0: 0.24, x1: 0.4, y0: 0.09, y1: 0.13 },
      { x0: 0.1, x1: 0.17, y0: 0.14, y1: 0.18 },
    ];
    expect(charactersWithin(words, lines)).toEqual([{ start: 5, end: 14 }]);
  });

  it("lies apart where the text has other words between", () => {
    const column = { x0: 0.09, x1: 0.21, y0: 0.09, y1: 0.18 };
    expect(charactersWithin(words, [column])).toEqual([
      { start: 0, end: 4 },
      { start: 10, end: 14 },
    ]);
  });

  it("is nothing beside all words", () => {
    expect(charactersWithin(words, [{ x0: 0.6, x1: 0.9, y0: 0, y1: 1 }])).toEqual([]);
  });

  it("is one line when it is copied", () => {
    expect(tidy(" the fee\n is  417 ")).toBe("the fee is 417");
  });
});
