import type { Comparison, DocumentTold, Extraction } from "@/api/shapes";
import { documentName } from "@/lib/format";
import type { Streamed } from "@/lib/runs";
import { compare } from "@/words/en/compare";
import { type Choice, comparisonWanted, extractionWanted, withChoice } from "./choice";

export interface Extractions {
  extractions: Extraction[];
}

const screenOf = (choice: Choice) => `/compare?${withChoice(new URLSearchParams(), choice).toString()}`;

function progress({ document, done, total }: DocumentTold) {
  return {
    share: total > 0 ? done / total : null,
    detail: compare.running.reading(documentName(document), done + 1, total),
  };
}

/** A comparison as it is begun, followed and kept. */
export function comparisonRun(choice: Choice): Streamed<DocumentTold, Comparison> {
  const body = comparisonWanted(choice);
  return {
    key: ["research", "comparison", body],
    path: "comparisons/stream",
    body,
    label: compare.label.compare(choice.documents.length),
    screen: screenOf(choice),
    progress,
    finished: ({ dimensions }) => compare.finished.compare(dimensions.length),
  };
}

/** An extraction from several documents, likewise. */
export function extractionRun(choice: Choice): Streamed<DocumentTold, Extractions> {
  const body = extractionWanted(choice);
  return {
    key: ["research", "extraction", body],
    path: "extractions/stream",
    body,
    label: compare.label.extract(choice.documents.length),
    screen: screenOf(choice),
    progress,
    finished: ({ extractions }) =>
      compare.finished.extract(
        extractions.flatMap(({ fields }) => fields.filter(({ state }) => state === "found")).length,
      ),
  };
}
