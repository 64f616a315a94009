import type { OwnSchema } from "@/api/shapes";
import { KeptStore } from "./kept-store";
import { useStore } from "./store";

/** A schema of one's own, kept in this browser under its name. */
export interface SavedSchema extends OwnSchema {
  name: string;
}

const KEY = "pincite-schemas";
const saved = new KeptStore<readonly SavedSchema[]>(KEY, (kept) =>
  Array.isArray(kept) ? kept.filter(isSaved) : [],
);

function isSaved(one: unknown): one is SavedSchema {
  if (typeof one !== "object" || one === null) return false;
  const { name, format, text } = one as Partial<Record<keyof SavedSchema, unknown>>;
  return typeof name === "string" && typeof text === "string" && (format === "json" || format === "toml");
}

export const useSavedSchemas = (): readonly SavedSchema[] => useStore(saved);

/** Keep a schema; one of the same name is replaced. */
export function saveSchema(schema: SavedSchema): void {
  saved.set((before) => [...before.filter(({ name }) => name !== schema.name), schema]);
}

export function forgetSchema(name: string): void {
  saved.set((before) => before.filter((schema) => schema.name !== name));
}
