import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { words } from "@/words";
import styles from "./pane-frame.module.css";

const LEAST = 0.25;
const MOST = 0.7;
const within = (share: number) => Math.min(MOST, Math.max(LEAST, share));

/** A column whose width is dragged and remembered; a sheet over the answer in narrow windows. */
export function PaneFrame({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { paneShare } = usePreferences();
  const frame = useRef<HTMLElement>(null);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const right = frame.current?.getBoundingClientRect().right ?? innerWidth;
    frame.current?.style.setProperty("--share", String(within((right - event.clientX) / innerWidth)));
  };
  const drop = () => {
    const share = Number(frame.current?.style.getPropertyValue("--share"));
    if (share > 0) changePreferences({ paneShare: share });
  };
  const turn = (event: KeyboardEvent) => {
    const by = { ArrowLeft: 0.03, ArrowRight: -0.03 }[event.key];
    if (by !== undefined) changePreferences({ paneShare: within(paneShare + by) });
  };
  return (
    <>
      <button
        type="button"
        className={styles.behind}
        tabIndex={-1}
        aria-label={words.shell.pane.close}
        onClick={onClose}
      />
      <aside ref={frame} aria-label={label} className={styles.pane} style={{ "--share": paneShare }}>
        {/* A separator that takes focus is a control (WAI-ARIA window splitter). */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          role="separator"
          aria-orientation="vertical"
          aria-label={words.shell.pane.resize}
          aria-valuemin={LEAST * 100}
          aria-valuemax={MOST * 100}
          aria-valuenow={Math.round(paneShare * 100)}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className={styles.handle}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onPointerUp={drop}
          onKeyDown={turn}
        />
        {children}
      </aside>
    </>
  );
}
