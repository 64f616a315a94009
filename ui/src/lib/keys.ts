import { useEffect, useRef } from "react";

/** "g l" for one key after the other, "Escape", "/", "[". */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const SEQUENCE_MS = 1200;

/** Do something at a key pressed outside of fields; with Ctrl, Alt or Meta keys belong to the browser. */
export function useKeys(keys: Keys, active = true): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!active) return;
    let first = "";
    let at = 0;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
        return;
      if (isTyping(event.target) && event.key !== "Escape") return;
      const sequence = first && event.timeStamp - at < SEQUENCE_MS ? `${first} ${event.key}` : event.key;
      const run = latest.current[sequence] ?? latest.current[event.key];
      if (run) {
        first = "";
        run(event);
      } else {
        first = event.key.length === 1 ? event.key : "";
        at = event.timeStamp;
      }
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [active]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role='menu'] *, dialog *"))
  );
}
