import type { RefObject } from "react";
import { useKeys } from "@/lib/keys";

/** `j` and `k` go through the passages that are shown, beginning with those of the latest answer; Enter opens one. */
export function usePassageKeys(content: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1) => {
    const all = [...(content.current?.querySelectorAll<HTMLElement>("[data-passage]") ?? [])];
    const at = all.findIndex((one) => one === document.activeElement);
    if (at >= 0) {
      all[at + by]?.focus();
      return;
    }
    const groups = content.current?.querySelectorAll<HTMLElement>("[data-passages]");
    const latest = groups?.item(groups.length - 1);
    latest?.querySelector<HTMLElement>("[data-passage]")?.focus();
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
}
