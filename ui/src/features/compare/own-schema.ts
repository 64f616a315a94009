import { ApiError } from "@/api/client";
import type { FieldType, OwnSchema } from "@/api/shapes";

/** A row of the form in which a schema is defined. */
export interface FieldRow {
  label: string;
  type: FieldType;
  description: string;
}

export const TYPES: readonly FieldType[] = ["text", "number", "date", "list", "yes_no", "money", "duration"];
export const EMPTY_ROW: FieldRow = { label: "", type: "text", description: "" };
/** Where what JSON Schema has no word for stands. */
const EXTENSION = "x-pincite";

const FORMS: Readonly<Record<FieldType, Readonly<Record<string, unknown>>>> = {
  text: { type: "string" },
  number: { type: "number" },
  date: { type: "string", format: "date" },
  list: { type: "array", items: { type: "string" } },
  yes_no: { type: "boolean" },
  money: { type: "string", [EXTENSION]: { type: "money" } },
  duration: { type: "string", format: "duration" },
};

/** The schema that the rows of a form describe, as the server reads it; rows without a label are left out. */
export function schemaOf(title: string, rows: readonly FieldRow[]): OwnSchema {
  const properties: Record<string, unknown> = {};
  for (const { label, type, description } of rows.filter((row) => row.label.trim() !== "")) {
    properties[freeName(label, properties)] = {
      title: label.trim(),
      ...(description.trim() ? { description: description.trim() } : {}),
      ...FORMS[type],
    };
  }
  return {
    format: "json",
    text: JSON.stringify({ title: title.trim(), type: "object", properties }, null, 2),
  };
}

/** "Governing law" → "governing_law": letters, digits and underscores, and not yet taken. */
function freeName(label: string, taken: Readonly<Record<string, unknown>>): string {
  const plain = label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");
  const trimmed = plain.replaceAll(/^_+|_+$/g, "").slice(0, 56);
  const name = /^[a-z]/.test(trimmed) ? trimmed : `field_${trimmed}`.replace(/_$/, "");
  if (!(name in taken)) return name;
  let number = 2;
  while (`${name}_${number}` in taken) number += 1;
  return `${name}_${number}`;
}

/** The rows of a schema that this form has written; null for one that says more than the form can show. */
export function rowsOf(schema: OwnSchema): FieldRow[] | null {
  if (schema.format !== "json") return null;
  try {
    const tree: unknown = JSON.parse(schema.text);
    const rows = Object.values((tree as { properties: Record<string, unknown> }).properties).map(rowOf);
    const whole = rows.every((row) => row !== null) ? rows : null;
    const title = (tree as { title?: unknown }).title;
    return whole && schemaOf(typeof title === "string" ? title : "", whole).text === schema.text
      ? whole
      : null;
  } catch {
    return null;
  }
}

function rowOf(property: unknown): FieldRow | null {
  const { title, description, ...form } = property as Record<string, unknown>;
  const type = TYPES.find((one) => JSON.stringify(FORMS[one]) === JSON.stringify(form));
  if (type === undefined || typeof title !== "string") return null;
  return { label: title, type, description: typeof description === "string" ? description : "" };
}

/** TOML and JSON are told apart by how they begin. */
export function formatOf(text: string): OwnSchema["format"] {
  return text.trimStart().startsWith("{") ? "json" : "toml";
}

/** What the server says is wrong with a schema, and where. */
export interface SchemaProblem {
  text: string;
  /** Which field, from 1. */
  field: number | null;
  /** Which line of the text, from 1. */
  line: number | null;
}

/** The problem of an own schema that an error tells of; null for any other error. */
export function schemaProblem(error: unknown): SchemaProblem | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const found = /^own\.(?:json|toml)\b,?:?\s*(.*)$/s.exec(error.message);
  if (!found) return null;
  const field = /^field (\d+)/.exec(found[1] ?? "")?.[1];
  const line = /\bline (\d+)/.exec(error.message)?.[1];
  // The remedy of a schema that cannot be read is a command of the terminal, which nobody has here.
  const remedy = error.remedy.includes("`") ? "" : error.remedy;
  return {
    text: [error.message.replace(/^own\.(json|toml)\b/, "The schema"), remedy].filter(Boolean).join(". "),
    field: field === undefined ? null : Number(field),
    line: line === undefined ? null : Number(line),
  };
}
