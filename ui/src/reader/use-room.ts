import { type RefObject, useLayoutEffect, useState } from "react";
import type { Size } from "./geometry";

/** The size of what is inside an element's scroll bars, as it changes. */
export function useRoom(element: RefObject<HTMLElement | null>): Size | null {
  const [room, setRoom] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const measure = () => {
      const now = { width: box.clientWidth, height: box.clientHeight };
      setRoom((before) => (before?.width === now.width && before.height === now.height ? before : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
