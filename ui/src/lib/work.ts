import { type ErrorText, errorText, isAbort } from "./error-text";
import { Store } from "./store";

/** Long work of a screen, shown in the tray while one goes on elsewhere. What the server does by itself is in lib/jobs. */
export interface Work {
  id: number;
  /** What is done, as a person would say it: "Summary of Heat Pumps in Old Houses". */
  label: string;
  state: "running" | "done" | "failed";
  /** How far it is, in words: "Page 4 of 12". */
  detail: string;
  /** 0…1; null while it is not known. */
  share: number | null;
  /** Where to see it. */
  path: string | null;
  failure: ErrorText | null;
  cancel: (() => void) | null;
}

export interface WorkOptions {
  label: string;
  /** Path of the screen where it is seen: "/compare". */
  path?: string;
  cancel?: () => void;
}

/** What the one who works tells of it. After `done` or `fail` nothing more is shown of it. */
export interface WorkHandle {
  progress: (change: { share?: number | null; detail?: string }) => void;
  /** @param path where the result is, if not where it was begun. */
  done: (outcome?: { detail?: string; path?: string }) => void;
  /** Work that was stopped by the person leaves without a word. */
  fail: (error: unknown) => void;
}

export const works = new Store<readonly Work[]>([]);
let last = 0;

/** Show work in the tray from now on: `const work = beginWork({ label, path, cancel })`. */
export function beginWork({ label, path, cancel }: WorkOptions): WorkHandle {
  const id = ++last;
  works.set((shown) => [
    ...shown,
    {
      id,
      label,
      state: "running",
      detail: "",
      share: null,
      path: path ?? null,
      failure: null,
      cancel: cancel ?? null,
    },
  ]);
  const change = (by: Partial<Work>) =>
    works.set((shown) =>
      shown.map((work) => (work.id === id && work.state === "running" ? { ...work, ...by } : work)),
    );
  return {
    progress: change,
    done: ({ detail = "", path: seen } = {}) =>
      change({
        state: "done",
        share: 1,
        detail,
        cancel: null,
        ...(seen === undefined ? {} : { path: seen }),
      }),
    fail: (error) =>
      isAbort(error) ? putAway(id) : change({ state: "failed", failure: errorText(error), cancel: null }),
  };
}

/** Take work that has ended out of the tray. */
export function putAway(id: number): void {
  works.set((shown) => shown.filter((work) => work.id !== id));
}
