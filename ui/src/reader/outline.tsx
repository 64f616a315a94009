import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import type { Schemas } from "@/api/client";
import type { PageEntry } from "@/api/shapes";
import { ErrorState, Skeleton } from "@/components/states";
import { pageText, saysAll } from "@/lib/format";
import { reader as words } from "@/words/en/reader";
import styles from "./contents.module.css";
import { outlineQuery } from "./queries";

interface OutlineProps {
  document: string;
  pages: readonly PageEntry[];
  reading: number;
  onGo: (page: number) => void;
}

/** The headings of a document: some have thousands, of which those in view are there. */
export function Outline({ document, pages, reading, onGo }: OutlineProps) {
  const query = useQuery(outlineQuery(document));
  if (query.isPending) return <Skeleton lines={6} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return <p className={styles.none}>{words.contents.none}</p>;
  return <Headings headings={query.data} pages={pages} reading={reading} onGo={onGo} />;
}

interface HeadingsProps extends Omit<OutlineProps, "document"> {
  headings: readonly Schemas["OutlineShape"][];
}

const ONE_LINE = 28;

function Headings({ headings, pages, reading, onGo }: HeadingsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [gone, setGone] = useState(-1);
  const onPage = headings.findIndex((one) => one.page === reading);
  const before = headings.findLastIndex((one) => one.page < reading);
  // Several headings may begin on a page: the one that was gone to is where the reader is, else the first of them.
  const current = headings[gone]?.page === reading ? gone : onPage >= 0 ? onPage : before;
  const rows = useVirtualizer({
    count: headings.length,
    getScrollElement: () => list.current,
    estimateSize: () => ONE_LINE,
    overscan: 8,
  });
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: "auto" });
  }, [rows, current]);
  return (
    <div ref={list} className={styles.outline}>
      <ul className={styles.all} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const one = headings[row.index];
          return (
            one && (
              <li
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                aria-setsize={headings.length}
                aria-posinset={row.index + 1}
                className={styles.row}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <button
                  type="button"
                  className={clsx(styles.heading, row.index === current && styles.current)}
                  aria-current={row.index === current ? "location" : undefined}
                  style={{ "--depth": Math.min(Math.max(one.level, 1), 6) - 1 }}
                  onClick={() => {
                    setGone(row.index);
                    onGo(one.page);
                  }}
                >
                  <span className={styles.title} dir="auto">
                    {one.title}
                  </span>
                  <OutlinePage title={one.title} page={one.page} label={pages[one.page - 1]?.label ?? ""} />
                </button>
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** Where a heading stands; nothing where its page is called after it. */
function OutlinePage({ title, page, label }: { title: string; page: number; label: string }) {
  const name = pageText(page, label);
  if (saysAll(label) && label.endsWith(` ${title}`)) return null;
  return (
    <span className={styles.page} aria-label={name} title={saysAll(label) ? name : undefined}>
      {label || page}
    </span>
  );
}
