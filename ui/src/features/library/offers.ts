import type { DocumentCounts } from "@/api/shapes";
import { numberText } from "@/lib/format";
import { words } from "@/words";
import { library } from "@/words/en/library";
import { type Filters, type Kind, KINDS } from "./filters";
import { languageName } from "./language-name";

export interface Offer<Value> {
  value: Value;
  label: string;
}

/**
 * What lists can be limited to: only what there is, with how often, and what is chosen anyway. All of it while it is not
 * known what there is.
 */
export function kindOffers(counts: DocumentCounts | undefined, chosen: Kind | null): Offer<Kind>[] {
  return KINDS.flatMap((kind) =>
    offered(kind, library.kinds[kind], counts && (counts.kinds[kind] ?? 0), chosen),
  );
}

export function languageOffers(counts: DocumentCounts | undefined, chosen: string | null): Offer<string>[] {
  const there = counts?.languages ?? {};
  const codes = new Set([...Object.keys(there), chosen ?? ""]);
  codes.delete(""); // of a document whose language is not known
  return [...codes]
    .flatMap((code) => offered(code, languageName(code), there[code] ?? 0, chosen))
    .sort((one, other) => one.label.localeCompare(other.label, words.locale));
}

export function warningOffers(
  counts: DocumentCounts | undefined,
  chosen: Filters["warnings"],
): Offer<boolean>[] {
  return [
    ...offered(true, library.filter.with, counts?.with_warnings, chosen),
    ...offered(false, library.filter.without, counts && counts.total - counts.with_warnings, chosen),
  ];
}

function offered<Value>(value: Value, name: string, count: number | undefined, chosen: Value | null) {
  if (count === 0 && value !== chosen) return [];
  return [{ value, label: count === undefined ? name : library.filter.counted(name, numberText(count)) }];
}

interface Listed {
  /** How many of them were fetched and are shown. */
  shown: number;
  hasMore: boolean;
  /** Whether filters hold others back. */
  narrowed: boolean;
  /** How many there are without filters; undefined while that is not known. */
  total: number | undefined;
}

/** How many documents are listed, as far as that is known. */
export function countText({ shown, hasMore, narrowed, total }: Listed): string {
  if (hasMore)
    return narrowed || total === undefined ? library.table.countMore(shown) : library.table.count(total);
  return narrowed && total !== undefined ? library.table.countOf(shown, total) : library.table.count(shown);
}
