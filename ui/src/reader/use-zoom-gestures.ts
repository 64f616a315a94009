import { type RefObject, useEffect, useRef } from "react";
import type { PageEntry } from "@/api/shapes";
import { factorOf, type Layout, pageAt, type Size, within, type Zoom } from "./geometry";

interface Shown {
  pages: readonly PageEntry[];
  layout: Layout | null;
  room: Size | null;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
}

const PER_WHEEL_PIXEL = 0.004;

/** Ctrl and wheel, and two fingers on a pad or on the screen: the point between them stays where it is. */
export function useZoomGestures(
  element: RefObject<HTMLElement | null>,
  shown: Shown,
  hold: (x: number, y: number) => void,
): void {
  const latest = useRef({ shown, hold });
  useEffect(() => {
    latest.current = { shown, hold };
  });
  useEffect(
    function listenForGestures() {
      const box = element.current;
      if (!box) return;
      let apart: { distance: number; factor: number } | null = null;
      const factorNow = () => {
        const { pages, layout, room, zoom } = latest.current.shown;
        const page = layout && pages[pageAt(layout, box.scrollTop + box.clientHeight / 2)];
        return page && room ? factorOf(page, room, zoom) : null;
      };
      const zoomTo = (factor: number, clientX: number, clientY: number) => {
        const { left, top } = box.getBoundingClientRect();
        latest.current.hold(clientX - left, clientY - top);
        latest.current.shown.onZoom({ fit: "none", factor: within(factor) });
      };
      const wheel = (event: WheelEvent) => {
        if (!event.ctrlKey) return;
        event.preventDefault(); // or the browser enlarges the whole window
        const factor = factorNow();
        const by = Math.max(-60, Math.min(60, event.deltaY));
        if (factor !== null) zoomTo(factor * Math.exp(-by * PER_WHEEL_PIXEL), event.clientX, event.clientY);
      };
      const touch = (event: TouchEvent) => {
        const [one, other] = event.touches;
        if (!one || !other) {
          apart = null;
          return;
        }
        event.preventDefault();
        const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        const factor = factorNow();
        if (apart === null) apart = factor === null ? null : { distance: Math.max(distance, 1), factor };
        else {
          const { factor: begun, distance: before } = apart;
          zoomTo(
            (begun * distance) / before,
            (one.clientX + other.clientX) / 2,
            (one.clientY + other.clientY) / 2,
          );
        }
      };
      const lift = () => {
        apart = null;
      };
      box.addEventListener("wheel", wheel, { passive: false });
      box.addEventListener("touchstart", touch, { passive: false });
      box.addEventListener("touchmove", touch, { passive: false });
      box.addEventListener("touchend", lift);
      box.addEventListener("touchcancel", lift);
      return () => {
        box.removeEventListener("wheel", wheel);
        box.removeEventListener("touchstart", touch);
        box.removeEventListener("touchmove", touch);
        box.removeEventListener("touchend", lift);
        box.removeEventListener("touchcancel", lift);
      };
    },
    [element],
  );
}
