import { useMemo, useState } from "react";
import { useMedia } from "@/lib/media";
import type { Place } from "@/lib/place";
import { compare } from "@/words/en/compare";
import styles from "./compare.module.css";
import { ColumnsDialog } from "./columns-dialog";
import { DataTable } from "./data-table";
import { DocumentCards } from "./document-cards";
import { FEW_DOCUMENTS, MOST_COLUMNS, type Table, transposed, without } from "./table";
import { type Format, TableTools } from "./table-tools";

interface TableViewProps {
  /** Documents as rows. */
  table: Table;
  places: readonly Place[];
  facts: string;
  formats: readonly Format[];
  /** Below the API; and what is asked of it. */
  exportPath: string;
  wanted: unknown;
}

/** A table of values and all that is done with it; cards, one a document, where there is no room. */
export function TableView({ table, places, facts, formats, exportPath, wanted }: TableViewProps) {
  const few = table.rows.length <= FEW_DOCUMENTS;
  const [asColumns, setAsColumns] = useState(few);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [choosing, setChoosing] = useState(false);
  const narrow = useMedia("(width < 640px)");
  const seen = useMemo(() => without(table, hidden), [table, hidden]);
  const shown = useMemo(() => (asColumns && !narrow ? transposed(seen) : seen), [seen, asColumns, narrow]);
  return (
    <div className={styles.tableView}>
      <div className={styles.bar}>
        <p className={styles.facts}>{facts}</p>
        <TableTools
          table={shown}
          formats={formats}
          exportPath={exportPath}
          wanted={wanted}
          hidden={hidden.size}
          onColumns={() => setChoosing(true)}
          {...(!narrow && table.rows.length <= MOST_COLUMNS
            ? { onSwap: () => setAsColumns(!asColumns) }
            : {})}
        />
      </div>
      {seen.columns.length === 0 ? (
        <p className={styles.hint}>{compare.result.hiddenAll}</p>
      ) : narrow ? (
        <DocumentCards table={seen} places={places} />
      ) : (
        <DataTable
          key={String(asColumns)}
          table={shown}
          places={places}
          corner={asColumns ? compare.result.dimension : compare.result.document}
        />
      )}
      {choosing && (
        <ColumnsDialog
          table={table}
          hidden={hidden}
          onChange={setHidden}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
