import type { Schemas } from "@/api/client";
import { MarkedText } from "./marked-text";
import type { Told } from "./text-blocks";
import { rowsWithGaps } from "./table-rows";
import styles from "./text-blocks.module.css";

type Table = Schemas["TableShape"];
type Cell = Schemas["TableCellShape"];

/** A table as it is read: heads above, names of rows at the side. */
export function TextTable({ table, told }: { table: Table; told: Told }) {
  const rows = rowsWithGaps(table.cells);
  const heads = rows.filter(([row]) => row < table.head_rows);
  const body = rows.filter(([row]) => row >= table.head_rows);
  const cells = (row: readonly (Cell | null)[]) =>
    row.map((cell, at) =>
      cell ? <TextCell key={at} cell={cell} table={table} told={told} /> : <td key={at} />,
    );
  return (
    // A wide table scrolls by itself, so it takes focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="group">
      <table className={styles.table}>
        {heads.length > 0 && (
          <thead>
            {heads.map(([row, found]) => (
              <tr key={row}>{cells(found)}</tr>
            ))}
          </thead>
        )}
        <tbody>
          {body.map(([row, found]) => (
            <tr key={row}>{cells(found)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TextCell({ cell, table, told }: { cell: Cell; table: Table; told: Told }) {
  const inside = <MarkedText {...told} start={cell.start} end={cell.end} />;
  const spans = {
    ...(cell.columns > 1 ? { colSpan: cell.columns } : {}),
    ...(cell.rows > 1 ? { rowSpan: cell.rows } : {}),
  };
  const head = cell.row < table.head_rows;
  if (!head && cell.column >= table.label_columns) {
    return (
      <td {...spans} dir="auto">
        {inside}
      </td>
    );
  }
  return (
    <th {...spans} scope={head ? "col" : "row"} dir="auto">
      {inside}
    </th>
  );
}
