import { describe, expect, it } from "vitest";
import type { Citation, Comparison, DocumentRef, Extraction } from "@/api/shapes";
import { toMarkdown, toTsv } from "./copying";
import {
  citationsOf,
  comparisonTable,
  extractionTables,
  type Table,
  transposed,
  unreported,
  without,
} from "./table";

const document = (id: string, title: string): DocumentRef => ({
  id,
  title,
  file_name: `${id}.pdf`,
  authors: [],
  year: null,
  media_type: "application/pdf",
  pages: 3,
});

const citation = (number: number, quote: string): Citation => ({
  number,
  quote,
  document: document("a", "Lease | one"),
  kind: "paragraph",
  page: 1,
  page_label: "1",
  place: "Lease | one, page 1",
  spans: [{ page: 1, start: 0, end: 5 }],
  rectangles: [],
  section: [],
  remark: "",
  links: null,
});

const found = (value: string, citations: number[]) => ({
  state: "found" as const,
  value,
  normalised: null,
  unit: "",
  confidence: 0.9,
  note: "",
  citations,
});
const silent = (state: "not_reported" | "not_applicable" | "failed", note = "") => ({
  ...found("", []),
  state,
  note,
});

const COMPARISON: Comparison = {
  schema_name: "contract",
  dimensions: [
    { name: "rent", label: "Rent", type: "money", own: false },
    { name: "law", label: "Law", type: "text", own: false },
    { name: "cap", label: "Cap", type: "text", own: false },
  ],
  documents: [
    {
      document: document("a", "Lease | one"),
      name: "Lease | one",
      cells: [found("=1+1", [1]), found("-3.5 %", [2]), silent("not_reported")],
    },
    {
      document: document("b", "Lease two"),
      name: "Lease two",
      cells: [found("500\teuros\n", [3, 9]), silent("failed", "no answer"), silent("not_applicable")],
    },
  ],
  skipped: [],
  citations: [citation(1, "=1+1 *now*"), citation(2, "-3.5 %"), citation(3, "500 euros")],
  synthesis: [],
  mode: "quoted",
  model: null,
  removed: [],
  notes: [],
  seconds: 1,
  kept: 0,
};

const keys = ({ rows, columns }: Table) => [rows.map(({ key }) => key), columns.map(({ key }) => key)];

describe("the table of a comparison", () => {
  const table = comparisonTable(COMPARISON);

  it("has the citations of each value; numbers of none are left out", () => {
    expect(keys(table)).toEqual([
      ["a", "b"],
      ["rent", "law", "cap"],
    ]);
    expect(table.cells[1]?.[0]?.citations.map(({ number }) => number)).toEqual([3]);
    expect(citationsOf(table).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it("turns, and comes back when it is turned again", () => {
    expect(keys(transposed(table))).toEqual([
      ["rent", "law", "cap"],
      ["a", "b"],
    ]);
    expect(transposed(table).cells[0]?.map(({ value }) => value)).toEqual(["=1+1", "500\teuros\n"]);
    expect(transposed(transposed(table))).toEqual(table);
  });

  it("leaves out what is hidden, with its values", () => {
    const seen = without(table, new Set(["rent", "cap"]));
    expect(keys(seen)[1]).toEqual(["law"]);
    expect(seen.cells.map((row) => row.map(({ state }) => state))).toEqual([["found"], ["failed"]]);
    expect(unreported(table)).toEqual(["cap"]);
  });
});

describe("the table of extractions", () => {
  it("is one for each schema; citations are numbered through all of them", () => {
    const extraction = (id: string, schema: string): Extraction => ({
      document: document(id, ""),
      schema_name: schema,
      fields: [
        {
          ...found("500", []),
          name: "rent",
          label: "Rent",
          type: "money",
          citations: [citation(1, "500"), citation(2, "five hundred")],
        },
      ],
      mode: "quoted",
      model: null,
      notes: [],
      seconds: 0.1,
      kept: false,
    });
    const tables = extractionTables([extraction("a", "x"), extraction("b", "y"), extraction("c", "x")]);
    expect(tables.map(({ schema, table }) => [schema, keys(table)[0]])).toEqual([
      ["x", ["a", "c"]],
      ["y", ["b"]],
    ]);
    expect(tables[0]?.table.rows[0]?.label).toBe("a.pdf");
    expect(tables.flatMap(({ table }) => citationsOf(table)).map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
  });
});

describe("copying", () => {
  const table = comparisonTable(COMPARISON);

  it("gives spreadsheets no formula and no further cells", () => {
    expect(toTsv(table)).toBe(
      [
        "\tRent\tLaw\tCap",
        "Lease | one\t'=1+1\t-3.5 %\tNot reported",
        "Lease two\t500 euros\tCould not be looked for: no answer\tDoes not apply",
      ].join("\n"),
    );
  });

  it("gives Markdown in which no value is markup, with its references", () => {
    const lines = toMarkdown(table).split("\n");
    expect(lines[0]).toBe("|  | Rent | Law | Cap |");
    expect(lines[2]).toBe("| Lease \\| one | \\=1+1 \\[1\\] | \\-3.5 % \\[2\\] | Not reported |");
    expect(lines).toContain("\\[1\\] Lease \\| one, page 1: “\\=1+1 \\*now\\*”");
    expect(lines.filter((line) => /^\\\[\d/.test(line))).toHaveLength(3);
  });
});
