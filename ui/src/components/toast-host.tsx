import { X } from "lucide-react";
import { useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "@/lib/store";
import { dismissToast, type Toast, toasts } from "@/lib/toasts";
import { words } from "@/words";
import { Button, IconButton } from "./button";
import { openDialogs } from "./portal";
import styles from "./toast-host.module.css";

/** The messages at the bottom: they leave by themselves, but not while somebody reads or reaches for them. */
export function ToastHost() {
  const shown = useStore(toasts);
  const dialog = useStore(openDialogs).at(-1);
  const [bottom, setBottom] = useState(0);
  useLayoutEffect(() => {
    // Above what is docked at the bottom, such as the tray and the ask box: a message must not lie on a button.
    const measure = () => setBottom(shown.length === 0 ? 0 : dockedHeight());
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [shown]);
  const host = (
    <section
      className={styles.host}
      style={{ marginBottom: bottom }}
      aria-label={words.shell.toasts}
      aria-live="polite"
      data-passing
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
  // What is outside of a modal dialog can be seen, but neither pressed nor heard.
  return dialog === undefined ? host : createPortal(host, dialog);
}

/** How far what is marked `data-docked` reaches up from the bottom of the window. */
function dockedHeight(): number {
  const tops = Array.from(document.querySelectorAll("[data-docked]"), (docked) =>
    docked.getClientRects().length === 0 ? innerHeight : docked.getBoundingClientRect().top,
  );
  return Math.max(0, ...tops.map((top) => innerHeight - top));
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  // What can be undone leaves when its time is over: see lib/undo.
  const stays = held || toast.action !== undefined;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.seconds * 1000);
    return () => clearTimeout(timer);
  }, [stays, toast.id, toast.seconds]);
  return (
    // Holding it is a help for the hand; nothing is done by it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={toast.tone === "loss" ? `${styles.toast} ${styles.loss}` : styles.toast}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p dir="auto">{toast.text}</p>
      {toast.action && (
        <Button
          size="s"
          tone="quiet"
          className={styles.action}
          onClick={() => {
            dismissToast(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      {!toast.action && (
        <IconButton
          size="s"
          icon={<X />}
          label={words.actions.close}
          onClick={() => dismissToast(toast.id)}
        />
      )}
    </div>
  );
}
