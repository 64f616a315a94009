import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Schemas } from "@/api/client";
import { type Place, samePlace } from "@/lib/place";
import { marksOf } from "./marks";
import { marksQuery } from "./queries";

const MOST_NEIGHBOURS = 60;

type Found = UseQueryResult<Schemas["PageRectangles"][]>[];
const known = (found: Found) => found.map((one) => one.data ?? []);

/** The marks of a place, and more faintly those of the other citations of the same answer in the same document. */
export function useMarks(place: Place, among: readonly Place[]) {
  const own = useQuery(marksQuery(place));
  const others = useMemo(
    () =>
      among
        .filter((one) => one.document === place.document && !samePlace(one, place))
        .slice(0, MOST_NEIGHBOURS),
    [among, place],
  );
  const neighbours = useQueries({ queries: others.map(marksQuery), combine: known });
  const marks = useMemo(
    () => [
      ...others.flatMap((other, at) => marksOf(other, neighbours[at] ?? [], "neighbour")),
      ...marksOf(place, own.data ?? [], "quote"),
    ],
    [own.data, place, neighbours, others],
  );
  return { marks, own };
}
