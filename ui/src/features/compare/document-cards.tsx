import { Link } from "react-router";
import type { FieldState } from "@/api/shapes";
import { Value } from "@/components/value";
import { documentPath, type Place } from "@/lib/place";
import { values } from "@/words/en/values";
import styles from "./data-table.module.css";
import type { Table } from "./table";

const SILENT: readonly FieldState[] = ["not_reported", "not_applicable", "failed"];

/** The same values for a narrow screen: what a document says below its name, what it does not say on a line each. */
export function DocumentCards({ table, places }: { table: Table; places: readonly Place[] }) {
  return (
    <ul className={styles.cards}>
      {table.rows.map(({ key, label, document }, row) => {
        const cells = (table.cells[row] ?? []).flatMap((cell, place) => {
          const column = table.columns[place];
          return column ? [{ column, cell }] : [];
        });
        return (
          <li key={key} className={styles.card}>
            <h2 dir="auto">
              <Link className={styles.document} to={documentPath({ document: document?.id ?? key })}>
                {label}
              </Link>
            </h2>
            <dl>
              {cells.map(({ column, cell }) =>
                cell.state === "found" ? (
                  <div key={column.key}>
                    <dt dir="auto">{column.label}</dt>
                    <dd>
                      <Value value={cell} citations={cell.citations} among={places} />
                    </dd>
                  </div>
                ) : null,
              )}
              {SILENT.map((state) => {
                const silent = cells.filter(({ cell }) => cell.state === state);
                return silent.length > 0 ? (
                  <div key={state} className={styles.rest}>
                    <dt>{values.states[state]}</dt>
                    <dd dir="auto">{silent.map(({ column }) => column.label).join(", ")}</dd>
                  </div>
                ) : null;
              })}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
