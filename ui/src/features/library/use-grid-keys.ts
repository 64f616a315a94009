import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { documentPath } from "@/lib/place";
import type { ListingView } from "./use-listing";

const PAGE = 10;

/**
 * A grid of documents by keyboard: arrows, Home, End and the page keys move, with Shift they choose on the way; Space
 * chooses, Enter opens, Ctrl+A takes all, Escape none.
 *
 * @param across how many stand side by side.
 * @param scrollTo brings one into view, as it may not be drawn yet.
 */
export function useGridKeys(view: ListingView, across: number, scrollTo: (index: number) => void) {
  const navigate = useNavigate();
  const [active, setActive] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const { documents } = view;
  const at = active === null ? -1 : documents.findIndex((one) => one.id === active);
  const current = Math.max(0, at);

  const goTo = (index: number, choosing: boolean) => {
    const target = documents[Math.max(0, Math.min(documents.length - 1, index))];
    if (!target) return;
    if (choosing) {
      const from = documents[current];
      if (from && view.chosen.size === 0) view.onChoose(from.id, false);
      view.onChoose(target.id, true);
    }
    setActive(target.id);
    scrollTo(documents.indexOf(target));
    // It is drawn with the next frame, if it was not in view.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        grid.current?.querySelector<HTMLElement>(`[data-row="${target.id}"]`)?.focus(),
      ),
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      view.onAll();
      return;
    }
    if (event.key === "Escape" && view.chosen.size > 0) {
      event.preventDefault();
      view.onClear();
      return;
    }
    const onRow = event.target instanceof HTMLElement && event.target.dataset["row"] !== undefined;
    if (event.ctrlKey || event.metaKey || event.altKey || !onRow) return;
    const id = documents[current]?.id;
    const to = {
      ArrowDown: current + across,
      ArrowUp: current - across,
      PageDown: current + PAGE * across,
      PageUp: current - PAGE * across,
      Home: 0,
      End: documents.length - 1,
      ...(across > 1 ? { ArrowRight: current + 1, ArrowLeft: current - 1 } : {}),
    }[event.key];
    if (to !== undefined) goTo(to, event.shiftKey);
    else if (event.key === " " && id !== undefined) view.onChoose(id, event.shiftKey);
    else if (event.key === "Enter" && id !== undefined) void navigate(documentPath({ document: id }));
    else return;
    event.preventDefault();
  };
  const onActive = useCallback((id: string) => setActive(id), []);
  return { grid, onKeyDown, onActive, active: documents[current]?.id ?? null };
}
