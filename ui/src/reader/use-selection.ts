import { type RefObject, useEffect, useState } from "react";
import { type Selected, selectedIn } from "./selection";

const RESTS_MS = 220;

/** What is selected in the reader, by mouse, finger or keyboard, once the selection rests. */
export function useSelection(root: RefObject<HTMLElement | null>): Selected | null {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(
    function followSelection() {
      const box = root.current;
      if (!box) return;
      let timer = 0;
      let held = false;
      const settle = () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => setSelected(held ? null : selectedIn(box)), RESTS_MS);
      };
      const change = () => {
        if (document.getSelection()?.isCollapsed !== false) setSelected(null);
        settle();
      };
      // While it is scrolled its place on the screen is another.
      const scroll = () => {
        setSelected(null);
        settle();
      };
      const press = () => {
        held = true;
      };
      const lift = () => {
        held = false;
        settle();
      };
      document.addEventListener("selectionchange", change);
      box.addEventListener("scroll", scroll, { capture: true, passive: true });
      box.addEventListener("pointerdown", press);
      document.addEventListener("pointerup", lift);
      document.addEventListener("pointercancel", lift);
      return () => {
        clearTimeout(timer);
        document.removeEventListener("selectionchange", change);
        box.removeEventListener("scroll", scroll, { capture: true });
        box.removeEventListener("pointerdown", press);
        document.removeEventListener("pointerup", lift);
        document.removeEventListener("pointercancel", lift);
      };
    },
    [root],
  );
  return selected;
}
