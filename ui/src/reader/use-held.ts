import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** What a reader does to go elsewhere: by wheel, finger, scroll bar or key. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Stay where one went until the reader moves: what loads above has another height than was expected, and would push it away.
 *
 * @param turn counts: each one goes there anew.
 * @param goTo goes there; called after every change of the layout as well.
 * @returns whether it is held.
 */
export function useHeld(
  element: RefObject<HTMLElement | null>,
  turn: number,
  goTo: () => void,
): RefObject<boolean> {
  const held = useRef(true);
  const gone = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (gone.current !== turn) held.current = true;
    gone.current = turn;
    if (held.current) goTo();
  });
  useEffect(
    function letGoWhenMoved() {
      const box = element.current;
      if (!box) return;
      const letGo = () => {
        held.current = false;
      };
      for (const move of MOVES) box.addEventListener(move, letGo, { passive: true });
      return () => {
        for (const move of MOVES) box.removeEventListener(move, letGo);
      };
    },
    [element],
  );
  return held;
}
