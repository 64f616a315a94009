import type { PageEntry } from "@/api/shapes";

/**
 * The page somebody means: a number counts in the file, as the field shows it; anything else is the printed one. Where the
 * file has no such number but some page bears it, that one is meant.
 */
export function pageNamed(pages: readonly PageEntry[], entry: string): number | null {
  const wanted = entry.trim().toLowerCase();
  if (wanted === "") return null;
  const physical = /^\d{1,7}$/.test(wanted) ? Number(wanted) : 0;
  if (physical >= 1 && physical <= pages.length) return physical;
  const labelled = pages.find((page) => page.label.toLowerCase() === wanted);
  if (labelled) return labelled.index;
  // "14 (xii)", as it stood in the field.
  const shown = /^(\d{1,7})\s*\(.*\)$/.exec(wanted);
  const number = Number(shown?.[1] ?? 0);
  return number >= 1 && number <= pages.length ? number : null;
}
