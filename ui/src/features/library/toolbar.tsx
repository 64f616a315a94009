import { LayoutGrid, List, Search } from "lucide-react";
import { useEffect, useState } from "react";
import type { DocumentCounts } from "@/api/shapes";
import { Select, TextField } from "@/components/field";
import { Segmented } from "@/components/segmented";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { useSettled } from "@/lib/settled";
import { library } from "@/words/en/library";
import { type Filters, KINDS, SORTS, startsDescending } from "./filters";
import { kindOffers, languageOffers, warningOffers } from "./offers";
import styles from "./toolbar.module.css";

interface ToolbarProps {
  filters: Filters;
  /** What there is; undefined while it is not known. */
  counts: DocumentCounts | undefined;
  onFilters: (change: Partial<Filters>) => void;
}

const TYPING_MS = 250;
const ORDERS = SORTS.flatMap((sort) => {
  const down = { key: `${sort}Down` as const, sort, descending: true };
  const up = { key: `${sort}Up` as const, sort, descending: false };
  return startsDescending(sort) ? [down, up] : [up, down];
});

export function Toolbar({ filters, counts, onFilters }: ToolbarProps) {
  const { documentView } = usePreferences();
  const languages = languageOffers(counts, filters.language);
  const order = ORDERS.find((one) => one.sort === filters.sort && one.descending === filters.descending);
  return (
    <div className={styles.bar} role="search">
      <SearchBox words={filters.words} onWords={(words) => onFilters({ words })} />
      <Select
        label={library.filter.kind}
        labelHidden
        value={filters.kind ?? ""}
        className={filters.kind === null ? undefined : styles.set}
        onChange={(event) => onFilters({ kind: KINDS.find((kind) => kind === event.target.value) ?? null })}
      >
        <option value="">{library.filter.anyKind}</option>
        {kindOffers(counts, filters.kind).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {(languages.length > 1 || filters.language !== null) && (
        <Select
          label={library.filter.language}
          labelHidden
          value={filters.language ?? ""}
          className={filters.language === null ? undefined : styles.set}
          onChange={(event) => onFilters({ language: event.target.value || null })}
        >
          <option value="">{library.filter.anyLanguage}</option>
          {languages.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
      <Select
        label={library.filter.warnings}
        labelHidden
        value={filters.warnings === null ? "" : filters.warnings ? "with" : "without"}
        className={filters.warnings === null ? undefined : styles.set}
        onChange={(event) =>
          onFilters({ warnings: event.target.value === "" ? null : event.target.value === "with" })
        }
      >
        <option value="">{library.filter.anyWarnings}</option>
        {warningOffers(counts, filters.warnings).map(({ value, label }) => (
          <option key={label} value={value ? "with" : "without"}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        label={library.filter.sort}
        labelHidden
        value={order?.key}
        onChange={(event) => {
          const chosen = ORDERS.find((one) => one.key === event.target.value);
          if (chosen) onFilters({ sort: chosen.sort, descending: chosen.descending });
        }}
      >
        {ORDERS.map((one) => (
          <option key={one.key} value={one.key}>
            {library.orders[one.key]}
          </option>
        ))}
      </Select>
      <Segmented
        label={library.filter.view}
        value={documentView}
        options={[
          { value: "table", label: library.filter.table, icon: <List />, iconOnly: true },
          { value: "cards", label: library.filter.cards, icon: <LayoutGrid />, iconOnly: true },
        ]}
        onChange={(view) => changePreferences({ documentView: view })}
      />
    </div>
  );
}

/** What is typed is shown at once and looked for when the hand rests. */
function SearchBox({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const [typed, setTyped] = useState(words);
  const [shown, setShown] = useState(words);
  if (shown !== words) {
    // The address changed: back to an earlier search, or all filters were taken away.
    setShown(words);
    setTyped(words);
  }
  const settled = useSettled(typed, TYPING_MS);
  useEffect(() => {
    if (settled === typed && settled.trim() !== words) onWords(settled.trim());
  }); // as long as both differ
  return (
    <div className={styles.search}>
      <Search aria-hidden="true" />
      <TextField
        label={library.search.label}
        labelHidden
        type="search"
        placeholder={library.search.label}
        className={styles.input}
        value={typed}
        maxLength={500}
        dir="auto"
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
