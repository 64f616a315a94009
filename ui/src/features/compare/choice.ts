import type { ComparisonWanted, ExtractionWanted, OwnSchema } from "@/api/shapes";
import type { SavedSchema } from "@/lib/own-schemas";

export type Task = "compare" | "extract";
export type Mode = "auto" | "quoted" | "composed";

/** What shall be looked for in which documents. It stands in the address, so that a link repeats it. */
export interface Choice {
  task: Task;
  documents: readonly string[];
  /** Name of a built-in schema; null for the one that fits the kind of the documents. */
  schema: string | null;
  own: SavedSchema | null;
  /** Names of fields, or own words; null for all fields. For comparisons only. */
  dimensions: readonly string[] | null;
  mode: Mode;
  /** Whether it is to be carried out: the result is shown instead of the choice. */
  run: boolean;
}

export const LEAST: Readonly<Record<Task, number>> = { compare: 2, extract: 1 };
export const MOST: Readonly<Record<Task, number>> = { compare: 20, extract: 200 };
export const MOST_DIMENSIONS = 40;

const ID = /^[\w-]{1,64}$/;
const NAMES = ["task", "documents", "schema", "own", "form", "text", "dimension", "mode", "run"] as const;

/** The choice that an address holds; what cannot be one is left out, as anybody can write an address. */
export function readChoice(search: URLSearchParams): Choice {
  const task = search.get("task") === "extract" ? "extract" : "compare";
  const ids = (search.get("documents") ?? "").split(",").filter((id) => ID.test(id));
  const documents = [...new Set(ids)].slice(0, MOST[task]);
  const own = readOwn(search);
  const dimensions = search.getAll("dimension").filter((one) => one.trim() !== "" && one.length <= 200);
  const mode = search.get("mode");
  return {
    task,
    documents,
    schema: own ? null : search.get("schema"),
    own,
    dimensions: dimensions.length > 0 ? dimensions : null,
    mode: mode === "quoted" || mode === "composed" ? mode : "auto",
    run: search.get("run") === "1" && documents.length >= LEAST[task],
  };
}

function readOwn(search: URLSearchParams): SavedSchema | null {
  const name = search.get("own");
  const text = search.get("text");
  if (name === null || text === null) return null;
  return { name, format: search.get("form") === "toml" ? "toml" : "json", text };
}

/** The same address with a choice in it; what else stands in it, such as the page beside, stays. */
export function withChoice(search: URLSearchParams, choice: Choice): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of NAMES) next.delete(name);
  if (choice.task === "extract") next.set("task", "extract");
  if (choice.documents.length > 0) next.set("documents", choice.documents.join(","));
  if (choice.own) {
    next.set("own", choice.own.name);
    next.set("form", choice.own.format);
    next.set("text", choice.own.text);
  } else if (choice.schema !== null) next.set("schema", choice.schema);
  for (const dimension of choice.dimensions ?? []) next.append("dimension", dimension);
  if (choice.mode !== "auto") next.set("mode", choice.mode);
  if (choice.run) next.set("run", "1");
  return next;
}

function ownOf(choice: Choice): OwnSchema | null {
  return choice.own && { format: choice.own.format, text: choice.own.text };
}

export function comparisonWanted(choice: Choice): ComparisonWanted {
  return {
    documents: [...choice.documents],
    schema_name: choice.own ? null : choice.schema,
    own_schema: ownOf(choice),
    dimensions: choice.dimensions && [...choice.dimensions],
    mode: choice.mode,
    fresh: false,
  };
}

export function extractionWanted(choice: Choice): ExtractionWanted {
  return {
    documents: [...choice.documents],
    schema_name: choice.own ? null : choice.schema,
    own_schema: ownOf(choice),
    mode: choice.mode,
    fresh: false,
  };
}
