import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Schemas } from "@/api/client";
import { useSettled } from "@/lib/settled";
import { around, type Mark, type Target } from "./marks";
import { findQuery } from "./queries";

type Found = Schemas["FoundShape"];

const RESTS_MS = 250;

/** The place to begin with: the first at the page that is read or after it, else the first of all. */
export function firstFrom(found: readonly Pick<Found, "page">[], page: number): number {
  const at = found.findIndex((one) => one.page >= page);
  return Math.max(at, 0);
}

/** The next place, around the ends where all are known. */
export function stepped(at: number, by: 1 | -1, known: number, more: boolean): number {
  if (known === 0) return 0;
  if (more && at + by >= known) return at;
  return (at + by + known) % known;
}

/**
 * What is looked for in a document: the server knows its text.
 *
 * @param reading the page that is read when the search begins.
 */
export function useFind(
  document: string,
  reading: number,
  go: (page: number, marked: Pick<Target, "rectangle">) => void,
) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [from, setFrom] = useState(reading);
  const [chosen, setChosen] = useState<number | null>(null);
  const wanted = useSettled(open ? typed.trim() : "", RESTS_MS);
  const query = useInfiniteQuery(findQuery(document, wanted));
  const found = useMemo(
    () => (wanted === "" ? [] : (query.data?.pages.flatMap((part) => part.items) ?? [])),
    [query.data, wanted],
  );
  const at = chosen ?? firstFrom(found, from);
  const marks = useMemo(
    (): Mark[] =>
      found.map((one, place) => ({
        kind: place === at ? "current" : "found",
        page: one.page,
        rectangles: one.rectangles,
        spans: [{ start: one.start, end: one.end }],
      })),
    [found, at],
  );
  const show = (place: number) => {
    const one = found[place];
    if (one) go(one.page, { rectangle: around(one.rectangles) });
  };
  return {
    open,
    typed,
    /** Null until the server has told. */
    found: wanted === "" || query.isPending ? null : found,
    error: query.error,
    more: query.hasNextPage,
    at,
    marks,
    begin: () => {
      setFrom(reading);
      setOpen(true);
    },
    end: () => setOpen(false),
    type: (words: string) => {
      setTyped(words);
      setChosen(null);
    },
    step: (by: 1 | -1) => {
      const next = stepped(at, by, found.length, query.hasNextPage);
      if (query.hasNextPage && at + by >= found.length) void query.fetchNextPage();
      setChosen(next);
      show(next);
    },
    /** To the place that is current now. */
    show: () => show(at),
  };
}

export type Find = ReturnType<typeof useFind>;
