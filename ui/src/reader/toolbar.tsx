import { ChevronDown, ChevronUp, Minus, PanelLeft, Plus, Search } from "lucide-react";
import type { ReactNode } from "react";
import type { PageEntry } from "@/api/shapes";
import { Button, IconButton } from "@/components/button";
import { Menu } from "@/components/menu";
import { numberText } from "@/lib/format";
import { useKeys } from "@/lib/keys";
import { reader as words } from "@/words/en/reader";
import { PageField } from "./page-field";
import { stepFrom, type Zoom } from "./geometry";
import styles from "./toolbar.module.css";

interface ToolbarProps {
  pages: readonly PageEntry[];
  reading: number;
  zoom: Zoom;
  /** At which the page is shown. */
  factor: number;
  onZoom: (zoom: Zoom) => void;
  onGo: (page: number) => void;
  /** To a page whose number was typed: reading goes on there. */
  onEnter: (page: number) => void;
  contents: boolean;
  onContents: () => void;
  finding: boolean;
  onFind: () => void;
  /** At the end. */
  more: ReactNode;
}

export function Toolbar(props: ToolbarProps) {
  const { pages, reading, zoom, factor, onZoom, onGo, onEnter, contents, onContents, finding, onFind, more } =
    props;
  const larger = () => onZoom(stepFrom(factor, 1));
  const smaller = () => onZoom(stepFrom(factor, -1));
  useKeys({ "+": larger, "=": larger, "-": smaller, "0": () => onZoom({ fit: "width" }) });
  const percent = words.zoom.percent(numberText(Math.round(factor * 100)));
  const fixed = (percent: number) => ({
    label: words.zoom.percent(numberText(percent)),
    checked: zoom.fit === "none" && Math.round(zoom.factor * 100) === percent,
    run: () => onZoom({ fit: "none", factor: percent / 100 }),
  });
  return (
    <div className={styles.bar} role="toolbar" aria-label={words.toolbar}>
      <div className={styles.group}>
        <IconButton
          size="s"
          icon={<PanelLeft />}
          label={words.contents.show}
          aria-pressed={contents}
          onClick={onContents}
        />
        <IconButton
          size="s"
          className={styles.step}
          icon={<ChevronUp />}
          label={words.page.previous}
          disabled={reading <= 1}
          onClick={() => onGo(reading - 1)}
        />
        <IconButton
          size="s"
          className={styles.step}
          icon={<ChevronDown />}
          label={words.page.next}
          disabled={reading >= pages.length}
          onClick={() => onGo(reading + 1)}
        />
        <PageField pages={pages} reading={reading} onGo={onEnter} />
      </div>
      <div className={styles.group}>
        <IconButton
          size="s"
          className={styles.step}
          icon={<Minus />}
          label={words.zoom.out}
          keys="-"
          onClick={smaller}
        />
        <Menu
          trigger={
            <Button size="s" tone="quiet" className={styles.percent} aria-label={words.zoom.menu(percent)}>
              {percent}
            </Button>
          }
          items={[
            {
              label: words.zoom.width,
              checked: zoom.fit === "width",
              run: () => onZoom({ fit: "width" }),
            },
            { label: words.zoom.page, checked: zoom.fit === "page", run: () => onZoom({ fit: "page" }) },
            "line",
            ...[50, 75, 100, 125, 150, 200, 300, 400].map(fixed),
          ]}
        />
        <IconButton
          size="s"
          className={styles.step}
          icon={<Plus />}
          label={words.zoom.in}
          keys="+"
          onClick={larger}
        />
      </div>
      <div className={styles.group}>
        <IconButton
          size="s"
          icon={<Search />}
          label={words.find.open}
          aria-pressed={finding}
          onClick={onFind}
        />
        {more}
      </div>
    </div>
  );
}
