import type { Mark } from "@/lib/marks";

type Line = Record<string, string | number | boolean | string[]>;

/** What an example says where nobody has marked an answer yet. */
const SAMPLE: readonly Line[] = [
  {
    question: "Which refrigerant do the heat pumps use?",
    document: "heat-pumps.pdf",
    page: "211",
    quote: "All houses received a monobloc unit with the refrigerant R290.",
    answer: "R290",
  },
  {
    question: "What does a standard germination test cost?",
    document: "seed-bank-agreement.pdf",
    page: 8,
    answer: ["64.00", "64 pounds"],
  },
  { question: "Which fish species live in the River Ashdene?", answerable: false },
];

const lines = (all: readonly Line[]) => all.map((line) => `${JSON.stringify(line)}\n`).join("");

/** Good answers as questions whose right place is known: a good refusal is a question that the documents do not answer. */
export function goodQuestions(marks: readonly Mark[]): Line[] {
  return marks
    .filter((mark) => mark.good)
    .flatMap((mark): Line[] => {
      if (mark.refused) return [{ question: mark.question, answerable: false }];
      const [first] = mark.quotes;
      return first === undefined
        ? []
        : [{ question: mark.question, document: first.fileName, page: first.page, quote: first.quote }];
    });
}

/** Of bad answers only the question is known; where its answer stands is left to be filled in. */
export function exampleFile(marks: readonly Mark[]): string {
  const open = marks
    .filter((mark) => !mark.good)
    .map((mark): Line => ({ question: mark.question, document: "", quote: "" }));
  const all = [...goodQuestions(marks), ...open];
  return lines(all.length > 0 ? all : SAMPLE);
}

export function fileOf(text: string, name: string): File {
  return new File([text], name, { type: "application/x-ndjson" });
}

export const goodFile = (marks: readonly Mark[], name: string): File =>
  fileOf(lines(goodQuestions(marks)), name);
