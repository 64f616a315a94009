import { useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import type { PageEntry } from "@/api/shapes";
import { Tabs } from "@/components/tabs";
import { pageText } from "@/lib/format";
import { pictureAddress } from "@/lib/prefetch";
import { reader as words } from "@/words/en/reader";
import styles from "./contents.module.css";
import { Outline } from "./outline";

interface ContentsProps {
  document: string;
  pages: readonly PageEntry[];
  reading: number;
  /** Pages can be seen, not only read. */
  pictures: boolean;
  onGo: (page: number) => void;
}

/** What is in a document: its headings, and small pictures of its pages. */
export function Contents(props: ContentsProps) {
  const [tab, setTab] = useState<"outline" | "thumbnails">("outline");
  if (!props.pictures) {
    return (
      <nav className={styles.contents} aria-label={words.contents.label}>
        <Outline {...props} />
      </nav>
    );
  }
  return (
    <nav className={styles.contents} aria-label={words.contents.label}>
      <Tabs
        label={words.contents.label}
        tabs={[
          { name: "outline", label: words.contents.outline },
          { name: "thumbnails", label: words.contents.thumbnails },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        {tab === "outline" ? <Outline {...props} /> : <Thumbnails {...props} />}
      </Tabs>
    </nav>
  );
}

const THUMBNAIL = 132;
const BELOW = 36;
const PICTURE_WIDTH = 320;

function Thumbnails({ document, pages, reading, onGo }: ContentsProps) {
  const list = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: pages.length,
    getScrollElement: () => list.current,
    estimateSize: (at) => heightOf(pages[at]) + BELOW,
    overscan: 2,
  });
  useEffect(() => {
    rows.scrollToIndex(reading - 1, { align: "auto" });
  }, [rows, reading]);
  return (
    <div ref={list} className={styles.thumbnails}>
      <ul className={styles.all} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const page = pages[row.index];
          if (!page) return null;
          const name = pageText(page.index, page.label);
          return (
            <li key={row.key} className={styles.row} style={{ transform: `translateY(${row.start}px)` }}>
              <button
                type="button"
                className={clsx(styles.thumbnail, page.index === reading && styles.current)}
                aria-current={page.index === reading ? "page" : undefined}
                aria-label={name}
                onClick={() => onGo(page.index)}
              >
                <img
                  src={pictureAddress(document, page.index, PICTURE_WIDTH)}
                  alt=""
                  loading="lazy"
                  width={THUMBNAIL}
                  height={heightOf(page)}
                />
                <span>{page.label === "" ? page.index : page.label}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Very long pages are cut: it is only to find them again. */
function heightOf(page: PageEntry | undefined): number {
  const share = page && page.width > 0 && page.height > 0 ? page.height / page.width : Math.SQRT2;
  return Math.round(THUMBNAIL * Math.min(share, 2));
}
