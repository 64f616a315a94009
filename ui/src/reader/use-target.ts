import { useCallback, useState } from "react";
import type { Schemas } from "@/api/client";
import { type Place, writeSpans } from "@/lib/place";
import { firstOf, type Target } from "./marks";

/**
 * Where the reader goes: to the place it was opened at, first to the page, then to the marks when they are known; and to what
 * is chosen in it.
 *
 * @param opened counts: the same place opened again is gone to again.
 */
export function useTarget(place: Place, opened: number, marks: Schemas["PageRectangles"][] | undefined) {
  const stage = [place.document, place.page, writeSpans(place.spans), opened, marks !== undefined].join(" ");
  const [{ target, from }, setState] = useState(() => ({ target: targetOf(place, marks, 0), from: stage }));
  if (from !== stage) setState({ target: targetOf(place, marks, target.turn + 1), from: stage });
  const go = useCallback(
    (page: number, marked?: Pick<Target, "rectangle">) =>
      setState((before) => ({
        ...before,
        target: {
          page,
          rectangle: marked?.rectangle ?? null,
          marked: marked !== undefined,
          turn: before.target.turn + 1,
        },
      })),
    [],
  );
  return { target, go };
}

function targetOf(place: Place, marks: Schemas["PageRectangles"][] | undefined, turn: number): Target {
  const first = marks && firstOf(marks, place.page);
  return {
    page: first?.page ?? place.page,
    rectangle: first?.rectangle ?? null,
    marked: place.spans.length > 0,
    turn,
  };
}
