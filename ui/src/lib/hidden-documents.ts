import { Store } from "./store";

/**
 * Documents that are shown no more, though the server still has them: they are being deleted, moved or taken out, and
 * that can be undone or refused. Kept beside the lists, so that fetching one again does not bring them back.
 */
export const hiddenDocuments = new Store<ReadonlySet<string>>(new Set());

/** @param collection only from its list; null for everywhere. */
export function hide(documents: readonly string[], collection: string | null): void {
  hiddenDocuments.set((before) => new Set([...before, ...documents.map((id) => key(id, collection))]));
}

export function show(documents: readonly string[], collection: string | null): void {
  const back = new Set(documents.map((id) => key(id, collection)));
  hiddenDocuments.set((before) => new Set([...before].filter((one) => !back.has(one))));
}

export function isHidden(hidden: ReadonlySet<string>, document: string, collection: string | null): boolean {
  return hidden.has(key(document, null)) || (collection !== null && hidden.has(key(document, collection)));
}

const key = (document: string, collection: string | null) => `${collection ?? "*"}/${document}`;
