import { useState } from "react";
import type { PageEntry } from "@/api/shapes";
import { announce } from "@/lib/announce";
import { numberText, pageText, saysAll } from "@/lib/format";
import { showToast } from "@/lib/toasts";
import { reader as words } from "@/words/en/reader";
import { pageNamed } from "./page-names";
import styles from "./page-field.module.css";

interface PageFieldProps {
  pages: readonly PageEntry[];
  reading: number;
  onGo: (page: number) => void;
}

/** "14 (xii) of 212", or "section Fees" and "2 of 4": where one is, and a field to go elsewhere, by the number in the file or by the printed one. */
export function PageField({ pages, reading, onGo }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const label = pages[reading - 1]?.label ?? "";
  const named = saysAll(label);
  const printed = label !== "" && label !== String(reading) ? ` (${label})` : "";
  const shown = named ? label : `${reading}${printed}`;
  const go = () => {
    if (typed === null) return;
    const page = pageNamed(pages, typed);
    setTyped(null);
    if (page !== null) {
      onGo(page);
      announce(words.page.here(pageText(page, pages[page - 1]?.label ?? ""), numberText(pages.length)));
    } else if (typed.trim()) showToast({ text: words.page.unknown(typed.trim()) });
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <input
        className={styles.field}
        style={{ width: `${Math.max(3, (typed ?? shown).length) + 2}ch` }}
        aria-label={words.page.field}
        title={named ? label : undefined}
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        value={typed ?? shown}
        onFocus={(event) => {
          setTyped(String(reading));
          const field = event.currentTarget;
          requestAnimationFrame(() => field.select());
        }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            event.currentTarget.blur();
          }
        }}
      />
      <span className={styles.of}>
        {pages.length > 0 &&
          (named
            ? words.page.place(numberText(reading), numberText(pages.length))
            : words.page.of(numberText(pages.length)))}
      </span>
    </form>
  );
}
