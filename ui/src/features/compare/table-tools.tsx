import { ArrowLeftRight, Columns3, Copy, Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { Menu } from "@/components/menu";
import { copyText } from "@/lib/clipboard";
import { downloadMade } from "@/lib/download";
import { showError } from "@/lib/toasts";
import { compare } from "@/words/en/compare";
import styles from "./compare.module.css";
import { toMarkdown, toTsv } from "./copying";
import type { Table } from "./table";

export type Format = "csv" | "xlsx" | "md" | "json";

interface TableToolsProps {
  /** As it is shown: what is hidden is not copied. */
  table: Table;
  formats: readonly Format[];
  exportPath: string;
  wanted: unknown;
  /** So many dimensions are hidden. */
  hidden: number;
  onColumns: () => void;
  /** Where rows and columns can be swapped. */
  onSwap?: () => void;
}

export function TableTools({
  table,
  formats,
  exportPath,
  wanted,
  hidden,
  onColumns,
  onSwap,
}: TableToolsProps) {
  const [saving, setSaving] = useState(false);
  const copy = (text: string) => void copyText(text, compare.tools.copied);
  const save = async (format: Format) => {
    setSaving(true);
    try {
      await downloadMade(`${exportPath}?format=${format}`, wanted);
    } catch (error) {
      showError(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className={styles.tools}>
      {onSwap && (
        <Button size="s" tone="quiet" icon={<ArrowLeftRight />} onClick={onSwap}>
          {compare.tools.swap}
        </Button>
      )}
      <Button size="s" tone="quiet" icon={<Columns3 />} onClick={onColumns}>
        {hidden > 0 ? compare.tools.columnsHidden(hidden) : compare.tools.columns}
      </Button>
      <Menu
        trigger={
          <Button size="s" tone="quiet" icon={<Copy />}>
            {compare.tools.copy}
          </Button>
        }
        items={[
          { label: compare.tools.copyMarkdown, run: () => copy(toMarkdown(table)) },
          { label: compare.tools.copyTable, run: () => copy(toTsv(table)) },
        ]}
      />
      <Menu
        trigger={
          <Button size="s" icon={<Download />} busy={saving}>
            {saving ? compare.tools.saving : compare.tools.export}
          </Button>
        }
        items={formats.map((format) => ({ label: compare.tools[format], run: () => void save(format) }))}
      />
    </div>
  );
}
