import { words } from "@/words";
import { dismissToast, showError, showToast } from "./toasts";

const SECONDS = 10;

interface Deed {
  /** What is told: "3 documents deleted". */
  text: string;
  /** Shows at once what it will be like. */
  apply: () => void;
  /** Takes that back: by the person, or because the server refused. */
  revert: () => void;
  /** What else the person expects of undoing: only who undid is taken back to where it was done. */
  undone?: () => void;
  /** Does it; asked once, after the time to undo. `keepalive` when the page is being left. */
  commit: (options: { keepalive: boolean }) => Promise<unknown>;
}

const pending = new Set<() => Promise<void>>();

/**
 * A destructive act: it shows at once, and can be undone for ten seconds. The server deletes for good, so it is asked only
 * when that time is over, or when the page is left.
 */
export function doWithUndo({ text, apply, revert, undone, commit }: Deed): void {
  apply();
  const finish = async (keepalive: boolean) => {
    if (!pending.delete(leave)) return;
    clearTimeout(timer);
    dismissToast(toast);
    try {
      await commit({ keepalive });
    } catch (error) {
      revert();
      showError(error);
    }
  };
  const leave = () => finish(true);
  const timer = setTimeout(() => void finish(false), SECONDS * 1000);
  pending.add(leave);
  const toast = showToast({
    text,
    seconds: SECONDS,
    action: {
      label: words.actions.undo,
      run: () => {
        if (!pending.delete(leave)) return;
        clearTimeout(timer);
        revert();
        undone?.();
      },
    },
  });
}

/** Do now what waits to be done: the page is being left. */
export async function settlePending(): Promise<void> {
  await Promise.all([...pending].map((leave) => leave()));
}
