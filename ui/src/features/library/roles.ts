import type { Collection, DocumentEntry } from "@/api/shapes";

const RANK = { viewer: 0, editor: 1, owner: 2 } as const;

export const mayChange = (collection: Pick<Collection, "role">): boolean =>
  RANK[collection.role] >= RANK.editor;
export const isOwner = (collection: Pick<Collection, "role">): boolean => collection.role === "owner";

/** Whether a document is in a collection that one may change. Lists tell names; the server decides by itself. */
export function mayChangeDocument(document: DocumentEntry, collections: readonly Collection[]): boolean {
  return collections.some((one) => mayChange(one) && document.collections.includes(one.name));
}
