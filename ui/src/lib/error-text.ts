import { ApiError, NotLoggedInError, UnreachableError } from "@/api/client";
import { words } from "@/words";

export interface ErrorText {
  what: string;
  remedy: string;
}

/** What happened and what helps, for a person; never a code alone, never what a program says of itself. */
export function errorText(error: unknown): ErrorText {
  if (error instanceof UnreachableError)
    return { what: words.states.unreachable, remedy: words.states.unreachableKept };
  // What the server says to programs that have no token helps nobody here: the page asks for the login by itself.
  if (error instanceof NotLoggedInError) return { what: words.states.notLoggedIn, remedy: "" };
  if (error instanceof ApiError) {
    const wait = error.retryAfterSeconds;
    return {
      what: sentence(error.message || error.title || words.states.error),
      remedy: error.remedy || (wait === null ? "" : words.states.waitSeconds(wait)),
    };
  }
  return { what: words.states.unexpected, remedy: "" };
}

/** The server's messages begin in lower case, as they stand after a colon in a terminal. */
export function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
