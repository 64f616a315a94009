import type { Summary } from "@/api/shapes";
import { documentName } from "@/lib/format";
import { escaped } from "@/lib/plain-table";
import { panel } from "@/words/en/panel";

/** The summary with its references, under the numbers that the screen shows. */
export function summaryMarkdown({ document, sections, citations }: Summary): string {
  const reported = sections.filter((section) => section.reported);
  const silent = sections.filter((section) => !section.reported).map(({ title }) => escaped(title));
  const parts = [
    `# ${escaped(documentName(document))}`,
    ...reported.flatMap(({ title, sentences }) => [
      `## ${escaped(title)}`,
      sentences
        .map(({ text, citations: numbers }) =>
          [escaped(text), ...numbers.map((number) => `\\[${number}\\]`)].join(" "),
        )
        .join(" "),
    ]),
    ...(silent.length > 0 ? [`*${panel.summary.notReported}: ${silent.join(", ")}*`] : []),
    ...(citations.length > 0 ? [`## ${panel.summary.references}`] : []),
    ...citations.map(({ number, place, quote }) => `\\[${number}\\] ${escaped(place)}: “${escaped(quote)}”`),
  ];
  return `${parts.join("\n\n")}\n`;
}
