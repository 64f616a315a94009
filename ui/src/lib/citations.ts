import type { Citation } from "@/api/shapes";
import { type Place, placeOf } from "./place";

/** Citations that are numbered through one result. */
export interface Numbered {
  /** Those of some numbers, in their order; numbers that there are none of are left out. */
  of: (numbers: readonly number[]) => Citation[];
  /** Their places in reading order, for "next" and "previous". */
  places: readonly Place[];
}

export function numbered(citations: readonly Citation[]): Numbered {
  const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
  return {
    of: (numbers) => numbers.flatMap((number) => byNumber.get(number) ?? []),
    places: citations.filter((citation) => !citation.lost).map(placeOf),
  };
}
