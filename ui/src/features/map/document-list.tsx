import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef } from "react";
import { Link } from "react-router";
import { Select } from "@/components/field";
import { shortPageText } from "@/lib/format";
import { documentPath } from "@/lib/place";
import { words as common } from "@/words";
import { map as words } from "@/words/en/map";
import styles from "./document-list.module.css";
import type { LinkFilter, MapModel } from "./graph-model";
import { listRows, type ListRow, type ListSort } from "./list-rows";
import { nodeTitle, tellLink } from "./sentences";
import { ToldLink } from "./told-link";

interface DocumentListProps {
  model: MapModel;
  filter: LinkFilter;
  found: readonly string[] | null;
  sort: ListSort;
  onSort: (sort: ListSort) => void;
  /** The document to begin with. */
  selected: string | null;
}

const SORTS: readonly ListSort[] = ["links", "strength", "title", "pages"];

/** The map as text: every document with all of its links. */
export function DocumentList({ model, filter, found, sort, onSort, selected }: DocumentListProps) {
  const rows = useMemo(() => listRows(model, filter, sort, found), [model, filter, sort, found]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => 76 + (rows[row]?.links.length ?? 0) * 150,
    getItemKey: (row) => rows[row]?.node.id ?? row,
    overscan: 4,
  });
  const at = rows.findIndex((row) => row.node.id === selected);
  useLayoutEffect(
    function showSelected() {
      if (at >= 0) virtual.scrollToIndex(at, { align: "start" });
    },
    [at, virtual],
  );
  const items = virtual.getVirtualItems();
  return (
    <div ref={scroller} className={styles.scroller}>
      <div className={styles.sort}>
        <Select label={words.list.sort} value={sort} onChange={(event) => onSort(chosen(event.target.value))}>
          {SORTS.map((one) => (
            <option key={one} value={one}>
              {words.list.sorts[one]}
            </option>
          ))}
        </Select>
      </div>
      {rows.length === 0 && <p className={styles.quiet}>{words.list.nothing}</p>}
      <ul
        className={styles.list}
        aria-label={words.list.label}
        style={{ height: virtual.getTotalSize(), paddingBlockStart: items[0]?.start ?? 0 }}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              aria-current={row.node.id === selected ? "true" : undefined}
              className={styles.document}
            >
              <Row row={row} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Row({ row }: { row: ListRow }) {
  const { node, links, hidden, sections } = row;
  return (
    <>
      <h2 className={styles.title}>
        <Link to={documentPath({ document: node.document })} dir="auto">
          {nodeTitle(node)}
        </Link>
      </h2>
      <p className={styles.quiet}>
        {[common.units.pages(row.pages), words.card.links(links.length)].join(" · ")}
      </p>
      {links.length === 0 && hidden === 0 && <p className={styles.quiet}>{words.list.none}</p>}
      <ul className={styles.links}>
        {links.map((link) => {
          const told = tellLink(link, node.id);
          return <ToldLink key={`${link.kind} ${told.other.id} ${told.text}`} told={told} from={node} />;
        })}
      </ul>
      {hidden > 0 && <p className={styles.quiet}>{words.card.hidden(hidden)}</p>}
      {sections.length > 0 && (
        <details className={styles.sections}>
          <summary>{words.list.sections(sections.length)}</summary>
          <ul>
            {sections.map((section) => (
              <li key={section.id}>
                <Link
                  to={documentPath({
                    document: section.document,
                    ...(section.first ? { page: section.first.page } : {}),
                  })}
                  dir="auto"
                >
                  {nodeTitle(section)}
                </Link>
                {section.first && (
                  <span className={styles.page}>
                    {shortPageText(section.first.page, section.first.page_label)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function chosen(value: string): ListSort {
  return SORTS.find((sort) => sort === value) ?? "links";
}
