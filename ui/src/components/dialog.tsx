import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { words } from "@/words";
import { IconButton } from "./button";
import styles from "./dialog.module.css";
import { openDialogs, PortalContext } from "./portal";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons, the one that helps last. */
  footer?: ReactNode;
  wide?: boolean;
  /** Comes from the side and takes the whole height: a list that is hidden in narrow windows. */
  side?: boolean;
}

/** A modal dialog while it is rendered. The browser's own element keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children, footer, wide = false, side = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [floats, setFloats] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) {
      dialog.showModal();
      // The browser begins with the button that closes; a dialog that asks for something is begun where it is written.
      const field =
        dialog.querySelector<HTMLElement>("[data-autofocus]") ??
        dialog.querySelector<HTMLElement>("form :is(input, select, textarea)");
      field?.focus();
    }
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    if (!floats) return;
    openDialogs.set((others) => [...others, floats]);
    return () => openDialogs.set((all) => all.filter((one) => one !== floats));
  }, [floats]);
  return (
    // The browser closes a dialog by keyboard (Escape); a press outside is for the mouse only.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={clsx(styles.dialog, wide && styles.wide, side && styles.side)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className={styles.inside}>
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          <IconButton icon={<X />} label={words.actions.close} size="s" onClick={onClose} />
        </header>
        <PortalContext value={floats}>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </PortalContext>
      </div>
      <div ref={setFloats} />
    </dialog>
  );
}
