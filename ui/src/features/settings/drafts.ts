import { Store } from "@/lib/store";
import type { Draft, Drafts } from "./setting-model";

/** What is written and not saved: kept while other sections, or other screens, are looked at. */
export const drafts = new Store<Drafts>({});

export function setDraft(key: string, draft: Draft): void {
  drafts.set((before) => ({ ...before, [key]: draft }));
}

export function dropDraft(key: string): void {
  drafts.set((before) => Object.fromEntries(Object.entries(before).filter(([one]) => one !== key)));
}
