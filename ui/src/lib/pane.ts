import { createContext, useContext } from "react";
import type { Place } from "./place";

/**
 * The page beside what is being read. What is open stands in the address, so that a link opens exactly there; those that
 * "next citation" goes through are named by whoever opened it.
 */
export interface Pane {
  place: Place | null;
  /** @param among the citations shown with it, in reading order. */
  open: (place: Place, among?: readonly Place[]) => void;
  close: () => void;
  /** Go to the next (1) or previous (-1) of those it was opened among. */
  step: (by: 1 | -1) => void;
  /** Position among them, from 1, and how many there are; null where it stands alone. */
  position: { at: number; of: number } | null;
  /** Those it was opened among. */
  among: readonly Place[];
  /** Counts what was opened: the same place opened again is shown again. */
  opened: number;
}

export const PaneContext = createContext<Pane | null>(null);

export function usePane(): Pane {
  const pane = useContext(PaneContext);
  if (!pane) throw new Error("usePane needs a PaneContext above it");
  return pane;
}
