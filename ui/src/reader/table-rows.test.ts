import { expect, it } from "vitest";
import { rowsWithGaps } from "./table-rows";

const cell = (row: number, column: number, rows = 1, columns = 1) => ({ row, column, rows, columns });
const shape = (cells: ReturnType<typeof cell>[]) =>
  rowsWithGaps(cells).map(([row, found]) => [row, found.map((one) => (one ? one.column : null))]);

it("leaves a place free where a row has no cell", () => {
  expect(shape([cell(0, 0), cell(0, 1), cell(0, 2), cell(3, 2)])).toEqual([
    [0, [0, 1, 2]],
    [3, [null, null, 2]],
  ]);
});

it("counts what a merged cell covers, at its side and below", () => {
  expect(shape([cell(0, 0, 2, 1), cell(0, 1, 1, 2), cell(1, 2), cell(2, 1)])).toEqual([
    [0, [0, 1]],
    [1, [null, 2]],
    [2, [null, 1, null]],
  ]);
});

it("knows no rows without cells", () => {
  expect(rowsWithGaps([])).toEqual([]);
});
