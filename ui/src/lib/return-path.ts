/** Where somebody was going when the login was asked for. */

const KEY = "pincite-way";

/** A place of this page other than its beginning, whatever the browser kept; null where it is none. */
export function placeOf(path: unknown): string | null {
  return typeof path === "string" && /^\/[^/\\]/.test(path) ? path : null;
}

/** Keep it while another server asks for the login, as the page is left for that. */
export function keepPath(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // A window that keeps nothing: then one comes back to the beginning.
  }
}

export function keptPath(): string | null {
  try {
    return placeOf(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Somebody has arrived. */
export function forgetPath(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing can have been kept.
  }
}
