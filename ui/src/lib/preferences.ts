import { KeptStore } from "./kept-store";
import { useStore } from "./store";

/** What one person likes in this browser. It never leaves it. */
export interface Preferences {
  theme: "system" | "light" | "dark";
  /** In the dark, show pages under less light. */
  dimPages: boolean;
  /** Width of the page beside an answer, as a share of the window. */
  paneShare: number;
  documentView: "table" | "cards";
  /** How the next question is asked. */
  mode: "auto" | "quoted" | "composed";
  precise: boolean;
  showUnsupported: boolean;
  /** The way to the first question was finished or put away. */
  welcomed: boolean;
  /** Outcomes of background work up to this version were put away. */
  jobsSeen: number;
}

const KEY = "pincite";
const DEFAULTS: Preferences = {
  theme: "system",
  dimPages: false,
  paneShare: 0.46,
  documentView: "table",
  mode: "auto",
  precise: false,
  showUnsupported: false,
  welcomed: false,
  jobsSeen: 0,
};

const store = new KeptStore<Preferences>(KEY, (kept) => ({ ...DEFAULTS, ...known(kept) }));
store.subscribe(() => applyAppearance(store.get()));

/** The preferences as they are; the defaults where none are kept or the browser keeps nothing. */
export const readPreferences = store.get;

export function changePreferences(change: Partial<Preferences>): void {
  store.set((before) => ({ ...before, ...change }));
}

/** Take out of this browser all that the page ever kept in it. What is in memory goes with the next loading. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key);
  } catch {
    // Nothing can have been kept.
  }
}

export function usePreferences(): Preferences {
  return useStore(store);
}

/** Set the theme on the document, and follow the system's where that is wished. */
export function applyAppearance(preferences: Preferences): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = preferences.theme === "system" ? (dark.matches ? "dark" : "light") : preferences.theme;
  document.documentElement.dataset["theme"] = theme;
  document.documentElement.dataset["dimPages"] = preferences.dimPages ? "yes" : "no";
  dark.onchange = () => applyAppearance(readPreferences());
}

/** Only what has the type of its default: another version of the page may have kept something else. */
function known(kept: unknown): Partial<Preferences> {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(
      ([name, one]) => name in DEFAULTS && typeof one === typeof DEFAULTS[name as keyof Preferences],
    ),
  );
}
