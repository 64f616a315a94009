import type { Citation, Comparison, DocumentRef, Extraction } from "@/api/shapes";
import { documentName } from "@/lib/format";
import type { Value } from "@/lib/values";

export interface Cell extends Value {
  citations: readonly Citation[];
}

export interface Heading {
  key: string;
  label: string;
  /** Of rows and columns that are documents. */
  document: DocumentRef | null;
}

/** Rows and columns of values. */
export interface Table {
  rows: readonly Heading[];
  columns: readonly Heading[];
  cells: readonly (readonly Cell[])[];
}

/** Up to so many documents are columns at first, as in files: their values are read side by side. */
export const FEW_DOCUMENTS = 5;
/** More documents than these are rows only. */
export const MOST_COLUMNS = 20;

/** Documents as rows, dimensions as columns. */
export function comparisonTable({ documents, dimensions, citations }: Comparison): Table {
  const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
  return {
    rows: documents.map(({ document, name }) => ({ key: document.id, label: name, document })),
    columns: dimensions.map(({ name, label }) => ({ key: name, label, document: null })),
    cells: documents.map(({ cells }) =>
      cells.map((cell) => ({
        ...cell,
        citations: cell.citations.flatMap((number) => byNumber.get(number) ?? []),
      })),
    ),
  };
}

/** Extractions by one schema. */
export interface Extracted {
  schema: string;
  table: Table;
  extractions: readonly Extraction[];
}

/** A table for each schema by which documents were read; their citations are numbered anew through all of them. */
export function extractionTables(extractions: readonly Extraction[]): Extracted[] {
  let number = 0;
  const schemas = [...new Set(extractions.map(({ schema_name }) => schema_name))];
  return schemas.map((schema) => {
    const ofSchema = extractions.filter(({ schema_name }) => schema_name === schema);
    return {
      schema,
      extractions: ofSchema,
      table: {
        rows: ofSchema.map(({ document }) => ({ key: document.id, label: documentName(document), document })),
        columns: (ofSchema[0]?.fields ?? []).map(({ name, label }) => ({ key: name, label, document: null })),
        cells: ofSchema.map(({ fields }) =>
          fields.map((field) => ({
            ...field,
            citations: field.citations.map((citation) => ({ ...citation, number: ++number })),
          })),
        ),
      },
    };
  });
}

export function transposed({ rows, columns, cells }: Table): Table {
  return {
    rows: columns,
    columns: rows,
    cells: columns.map((_, column) => cells.flatMap((row) => row[column] ?? [])),
  };
}

/** Without the dimensions that somebody does not want to see; documents as rows. */
export function without({ rows, columns, cells }: Table, hidden: ReadonlySet<string>): Table {
  const shown = columns.map(({ key }) => !hidden.has(key));
  return {
    rows,
    columns: columns.filter((_, column) => shown[column]),
    cells: cells.map((row) => row.filter((_, column) => shown[column])),
  };
}

/** Names of the dimensions that no document reports. */
export function unreported({ columns, cells }: Table): string[] {
  return columns
    .filter((_, column) => cells.every((row) => row[column]?.state !== "found"))
    .map(({ key }) => key);
}

/** All citations as they are met in reading order, each once. */
export function citationsOf({ cells }: Table): Citation[] {
  const byNumber = new Map<number, Citation>();
  for (const row of cells) {
    for (const cell of row) cell.citations.forEach((citation) => byNumber.set(citation.number, citation));
  }
  return [...byNumber.values()];
}
