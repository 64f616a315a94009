import type { Schemas } from "@/api/client";
import { MarkedText } from "./marked-text";
import type { Told } from "./text-blocks";
import { rowsWithGaps } from "./table-rows";
import styles from "./text-blocks.module.css";

type Table = Schemas["TableShape"];
type Cell = Schemas["TableCellShape"];

interface TextTableProps {
  table: Table;
  told: Told;
  /** What stands above its columns on a page before; empty where it begins here. */
  heads: readonly string[];
}

/** A table as it is read: heads above, names of rows at the side. */
export function TextTable({ table, told, heads: before }: TextTableProps) {
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
        {heads.length === 0 && before.length > 0 && (
          // Not selected with the page's own text, which they are no part of.
          <thead className={styles.before}>
            <tr>
              {before.map((head, column) => (
                <th key={column} scope="col" dir="auto">
                  {head}
                </th>
              ))}
            </tr>
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
