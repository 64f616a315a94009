import { escaped, tsv } from "@/lib/plain-table";
import { valueText } from "@/lib/values";
import { compare } from "@/words/en/compare";
import { type Cell, citationsOf, type Table } from "./table";

/** To be pasted into a spreadsheet. */
export function toTsv({ rows, columns, cells }: Table): string {
  return tsv([
    ["", ...columns.map(({ label }) => label)],
    ...rows.map(({ label }, row) => [label, ...(cells[row] ?? []).map(valueText)]),
  ]);
}

/** The table with marks of citations, and the references that they stand for. */
export function toMarkdown(table: Table): string {
  const marked = (cell: Cell) =>
    [escaped(valueText(cell)), ...cell.citations.map(({ number }) => `\\[${number}\\]`)].join(" ").trim();
  const line = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  const lines = [
    line(["", ...table.columns.map(({ label }) => escaped(label))]),
    line(["---", ...table.columns.map(() => "---")]),
    ...table.rows.map(({ label }, row) => line([escaped(label), ...(table.cells[row] ?? []).map(marked)])),
    "",
  ];
  const references = citationsOf(table)
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, place, quote }) => `\\[${number}\\] ${escaped(place)}: “${escaped(quote)}”\n`);
  if (references.length > 0) lines.push(`## ${compare.references}`, "", ...references);
  return lines.join("\n");
}
