import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { Schemas } from "@/api/client";
import { exactTime, whenText } from "@/lib/format";
import { settings } from "@/words/en/settings";
import styles from "./audit.module.css";

const words = settings.audit;
type Entry = Schemas["AuditInfo"];

interface AuditTableProps {
  entries: readonly Entry[];
  more: boolean;
  onMore: () => void;
}

/** Only the rows in view are drawn: the log of a year has hundreds of thousands. */
export function AuditTable({ entries, more, onMore }: AuditTableProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: entries.length + (more ? 1 : 0),
    getScrollElement: () => scroll.current,
    estimateSize: () => 44,
    overscan: 12,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last >= entries.length - 1) onMore();
  }, [more, last, entries.length, onMore]);
  const { columns } = words;
  return (
    // A region that scrolls can be reached by keyboard.
    <div
      ref={scroll}
      className={styles.scroll}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={settings.sections.audit}
    >
      <div role="table" aria-rowcount={more ? -1 : entries.length + 1} className={styles.table}>
        <div role="row" aria-rowindex={1} className={styles.head}>
          {Object.values(columns).map((column) => (
            <span key={column} role="columnheader">
              {column}
            </span>
          ))}
        </div>
        <div role="rowgroup" className={styles.body} style={{ height: rows.getTotalSize() }}>
          {shown.map((row) => {
            const entry = entries[row.index];
            return (
              <div
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                role="row"
                aria-rowindex={row.index + 2}
                className={styles.row}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                {entry ? <Cells entry={entry} /> : <span role="cell">{words.more}</span>}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Cells({ entry }: { entry: Entry }) {
  const { at, account_name: who, action, outcome, address, details } = entry;
  return (
    <>
      <span role="cell" title={exactTime(at)} className="figures">
        {whenText(at)}
      </span>
      <span role="cell" dir="auto">
        {who || words.nobody}
      </span>
      <span role="cell">
        <code>{action}</code>
      </span>
      <span role="cell" data-outcome={outcome} className={styles.outcome}>
        {outcomeText(outcome)}
      </span>
      <span role="cell" className="figures">
        {address}
      </span>
      <span role="cell" dir="auto" className={styles.details}>
        {detailsText(details)}
      </span>
    </>
  );
}

function outcomeText(outcome: string): string {
  return outcome in words.outcome ? words.outcome[outcome as keyof typeof words.outcome] : outcome;
}

/** "reason: password, files: 3". */
function detailsText(details: Entry["details"]): string {
  return Object.entries(details)
    .map(
      ([name, value]) =>
        `${name.replaceAll("_", " ")}: ${Array.isArray(value) ? value.join("; ") : String(value)}`,
    )
    .join(", ");
}
