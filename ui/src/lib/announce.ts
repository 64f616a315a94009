import { Store } from "./store";

/** What is read out to those who do not see it change. */
export const announcement = new Store("");

export function announce(text: string): void {
  announcement.set(text);
}
