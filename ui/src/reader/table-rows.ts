interface Placed {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/**
 * The rows of a table, each with its number, and null for each place that no cell covers: tables hold only the cells that say
 * something, and a value must stand below its head.
 */
export function rowsWithGaps<Cell extends Placed>(cells: readonly Cell[]): [number, (Cell | null)[]][] {
  const rows = new Map<number, Cell[]>();
  for (const cell of cells) {
    const row = rows.get(cell.row);
    if (row) row.push(cell);
    else rows.set(cell.row, [cell]);
  }
  const width = cells.reduce((most, cell) => Math.max(most, cell.column + cell.columns), 0);
  /** For each column the first row that no cell from above covers. */
  const free = new Array<number>(width).fill(0);
  return [...rows]
    .sort(([one], [other]) => one - other)
    .map(([number, found]) => {
      const starting = new Map(found.map((cell) => [cell.column, cell]));
      const row: (Cell | null)[] = [];
      for (let column = 0; column < width; column++) {
        const cell = starting.get(column);
        if (cell) {
          row.push(cell);
          free.fill(number + cell.rows, column, column + cell.columns);
        } else if ((free[column] ?? 0) <= number) row.push(null);
      }
      return [number, row];
    });
}
