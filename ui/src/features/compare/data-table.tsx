import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { Link } from "react-router";
import { Value } from "@/components/value";
import { documentName } from "@/lib/format";
import { documentPath, type Place } from "@/lib/place";
import { compare } from "@/words/en/compare";
import styles from "./data-table.module.css";
import type { Heading, Table } from "./table";

/** With more rows than these, only those in view are drawn. */
const MANY_ROWS = 30;
const SIDE = 168;
const COLUMN = 232;

interface DataTableProps {
  table: Table;
  places: readonly Place[];
  /** What the first column names. */
  corner: string;
}

/** Rows and columns with heads that stay in view. */
export function DataTable({ table: { rows, columns, cells }, places, corner }: DataTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const many = rows.length > MANY_ROWS;
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 96,
    overscan: 4,
    enabled: many,
  });
  const items = drawn.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = many ? drawn.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const shown = many ? items.map(({ index }) => index) : rows.map((_, index) => index);
  return (
    // A region that scrolls takes focus, so that it scrolls by keys as well.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={box} role="region" aria-label={compare.result.table} tabIndex={0} className={styles.box}>
      <table
        className={styles.table}
        style={{ minWidth: SIDE + columns.length * COLUMN }}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.corner} style={{ width: SIDE }}>
              {corner}
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={styles.head}>
                <Head heading={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Space height={above} />}
          {shown.map((index) => {
            const row = rows[index];
            return row ? (
              <tr
                key={row.key}
                ref={many ? drawn.measureElement : undefined}
                data-index={index}
                aria-rowindex={index + 2}
              >
                <th scope="row" className={styles.side}>
                  <Head heading={row} />
                </th>
                {(cells[index] ?? []).map((cell, place) => (
                  <td key={columns[place]?.key} className={styles.cell}>
                    <Value value={cell} citations={cell.citations} among={places} />
                  </td>
                ))}
              </tr>
            ) : null;
          })}
          {below > 0 && <Space height={below} />}
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { height: number }) {
  return (
    <tr aria-hidden="true">
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

function Head({ heading: { label, document } }: { heading: Heading }) {
  if (!document) return <span dir="auto">{label}</span>;
  return (
    <Link
      to={documentPath({ document: document.id })}
      className={styles.document}
      title={documentName(document)}
      dir="auto"
    >
      {label}
    </Link>
  );
}
