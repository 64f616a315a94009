/** What a question is limited to, as the address of the screen names it: `?collection=…&documents=a,b`. */
export interface Scope {
  collection: string | null;
  documents: string[];
}

const ID = /^[\w-]{1,64}$/;
export const MOST_DOCUMENTS = 200;

/** What is no id is left out, as anybody can write an address. */
export function readScope(search: URLSearchParams): Scope {
  const collection = search.get("collection");
  const documents = (search.get("documents") ?? "").split(",").filter((one) => ID.test(one));
  return {
    collection: collection !== null && ID.test(collection) ? collection : null,
    documents: [...new Set(documents)].slice(0, MOST_DOCUMENTS),
  };
}

export function withScope(search: URLSearchParams, { collection, documents }: Scope): URLSearchParams {
  const next = withoutScope(search);
  if (collection !== null) next.set("collection", collection);
  if (documents.length > 0) next.set("documents", documents.join(","));
  return next;
}

export function withoutScope(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ["collection", "documents", "q"]) next.delete(name);
  return next;
}
