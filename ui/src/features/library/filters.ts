import type { Schemas } from "@/api/client";

export type Kind = Schemas["DocumentKind"];
export const KINDS = [
  "paper",
  "book",
  "contract",
  "filing",
  "manual",
  "slides",
  "letter",
  "form",
  "scan",
  "other",
] as const satisfies readonly Kind[];
export const SORTS = ["added", "title", "year", "pages", "size"] as const;
export type Sort = (typeof SORTS)[number];

/** What is listed and in which order; it stands in the address, so that going back finds the same list. */
export interface Filters {
  words: string;
  kind: Kind | null;
  language: string | null;
  warnings: boolean | null;
  sort: Sort;
  descending: boolean;
}

const LANGUAGE = /^[a-z]{2,3}$/;
const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null;

/** Titles are read from A; of everything else the most comes first. */
export const startsDescending = (sort: Sort): boolean => sort !== "title";

/** The filters that an address names; what is none is left out. */
export function readFilters(search: URLSearchParams): Filters {
  const sort = oneOf(SORTS, search.get("sort")) ?? "added";
  const language = search.get("language");
  const order = search.get("order");
  return {
    words: (search.get("words") ?? "").slice(0, 500),
    kind: oneOf(KINDS, search.get("kind")),
    language: language !== null && LANGUAGE.test(language) ? language : null,
    warnings: { with: true, without: false }[search.get("warnings") ?? ""] ?? null,
    sort,
    descending: order === "down" ? true : order === "up" ? false : startsDescending(sort),
  };
}

/** The same address with other filters; what is as it is anyway is not written. */
export function writeFilters(search: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  put("words", filters.words);
  put("kind", filters.kind);
  put("language", filters.language);
  put("warnings", filters.warnings === null ? null : filters.warnings ? "with" : "without");
  put("sort", filters.sort === "added" ? null : filters.sort);
  const usual = filters.descending === startsDescending(filters.sort);
  put("order", usual ? null : filters.descending ? "down" : "up");
  return next;
}

/** Whether less than everything is listed. */
export const isNarrowed = (filters: Filters): boolean =>
  filters.words !== "" || filters.kind !== null || filters.language !== null || filters.warnings !== null;

/** A press on the head of a column: its order, or the other way round. */
export function sortBy(filters: Filters, sort: Sort): Filters {
  const descending = filters.sort === sort ? !filters.descending : startsDescending(sort);
  return { ...filters, sort, descending };
}
