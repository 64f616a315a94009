import type { Answer, Citation, Turn } from "@/api/shapes";

/** Answers for tests: whole, with what a test does not care about filled in. */

export function someCitation(number: number, change: Partial<Citation> = {}): Citation {
  return {
    number,
    quote: "The storage fee is 40 euros a year.",
    document: {
      id: "d1",
      title: "Storage contract",
      file_name: "contract.pdf",
      authors: [],
      year: 2023,
      media_type: "application/pdf",
      pages: 9,
    },
    page: 4,
    page_label: "iv",
    place: "Storage contract, page iv (page 4 of the file)",
    spans: [{ page: 4, start: 10, end: 45 }],
    rectangles: [],
    section: [],
    kind: "paragraph",
    remark: "",
    links: null,
    lost: null,
    ...change,
  };
}

export function someAnswer(change: Partial<Answer> = {}): Answer {
  return {
    question: "What is the fee?",
    asked_as: "",
    mode: "quoted",
    refused: false,
    reason: "",
    reason_text: "",
    text: "The storage fee is 40 euros a year. [1]",
    sentences: [{ text: "The storage fee is 40 euros a year.", lead: "", citations: [1], problem: "" }],
    citations: [someCitation(1)],
    passages: [],
    removed: [],
    left_out: [],
    incomplete: null,
    incomplete_text: "",
    failure: "",
    model: null,
    confidence: 0.9,
    timings: {},
    seconds: 0.04,
    counts: { documents: 1, passages: 0, sentences: 1, removed: 0 },
    suggestions: null,
    ...change,
  };
}

export function someTurn(number: number, change: Partial<Turn> = {}): Turn {
  return {
    number,
    question: "What is the fee?",
    asked_at: "2026-11-30T20:57:03.120+00:00",
    state: "done",
    answering: false,
    kind: "answer",
    answer: someAnswer(),
    failure: "",
    unfinished: false,
    kept: true,
    ...change,
  };
}
