import { words } from "@/words";

/**
 * What can be said of a new password before it is sent. The server checks more, as against the commonest ones, and says so.
 */
export function passwordProblem(password: string, name: string, least: number): string | undefined {
  const length = Array.from(password).length; // as the server counts: characters, not halves of them
  if (length < least) return words.password.tooShort(least - length);
  if (password.toLowerCase() === name.trim().toLowerCase()) return words.password.sameAsName;
  return undefined;
}
