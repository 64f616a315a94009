import { describe, expect, it } from "vitest";
import type { EvaluationResult, MeasureDifference } from "@/api/shapes";
import type { Mark } from "@/lib/marks";
import { intervalText, shareText, verdictText } from "./numbers";
import { exampleFile, goodQuestions } from "./question-files";
import { isRight, outcomeText, rankText, sortResults } from "./result-rows";

const result = (number: number, over: Partial<EvaluationResult> = {}): EvaluationResult => ({
  number,
  line: number,
  question: `Question ${number}?`,
  expected: { document: "a.pdf", page: 1, quote: "", phrases: [], documents: {}, answers: [] },
  scoring: "page",
  answerable: true,
  state: "done",
  reason: "",
  rank: 1,
  ranks: [1],
  place: null,
  first: null,
  cited: null,
  refused: false,
  held: true,
  confidence: 0.9,
  milliseconds: 12,
  gone: false,
  ...over,
});

const difference = (over: Partial<MeasureDifference>): MeasureDifference => ({
  name: "hit@1",
  kind: "retrieval",
  words: "The right place is in the first passage",
  value: 0.75,
  other: 0.719,
  difference: 0.031,
  low: 0.004,
  high: 0.058,
  better: 2,
  worse: 1,
  count: 40,
  verdict: "better",
  ...over,
});

describe("results", () => {
  const all = [
    result(1, { rank: 3 }),
    result(2, { rank: null }),
    result(3, { answerable: false, scoring: "none", rank: null, refused: true, held: null }),
    result(4, { rank: 1 }),
    result(5, { state: "excluded", rank: null, refused: null, held: null, reason: "not there" }),
  ];

  it("are sorted by rank, what was missed beyond every rank; the rest stands last in its order", () => {
    expect(sortResults(all, "worst").map((one) => one.number)).toEqual([2, 1, 4, 3, 5]);
    expect(sortResults(all, "best").map((one) => one.number)).toEqual([4, 1, 2, 3, 5]);
    expect(sortResults(all, "file").map((one) => one.number)).toEqual([1, 2, 3, 4, 5]);
  });

  it("tell rank and answer in words", () => {
    expect(all.map(rankText)).toEqual(["3", "Not found", "–", "1", "Left out"]);
    expect(rankText(result(6, { state: "waiting" }))).toBe("Not yet");
    expect(all.map(outcomeText)).toEqual(["Right quote", "Right quote", "Refused", "Right quote", ""]);
    expect(outcomeText(result(7, { held: null }))).toBe("Answered");
  });

  it("are right where a refusal was wished and given, and open where nothing can be told", () => {
    expect(isRight(result(1))).toBe(true);
    expect(isRight(result(1, { refused: true }))).toBe(false);
    expect(isRight(result(1, { held: false }))).toBe(false);
    expect(isRight(result(1, { held: null }))).toBeNull();
    expect(isRight(result(1, { answerable: false, refused: true, held: null }))).toBe(true);
    expect(isRight(result(1, { answerable: false, held: null }))).toBe(false);
    expect(isRight(result(1, { state: "failed", refused: null, held: null }))).toBeNull();
  });
});

describe("numbers", () => {
  it("have two places and a real minus", () => {
    expect(shareText(0.75)).toBe("0.75");
    expect(shareText(-0.0312, 3)).toBe("−0.031");
    expect(intervalText({ low: 0.5, high: 0.9166 })).toBe("0.50 to 0.92");
    expect(intervalText({ low: null, high: null })).toBe("");
  });

  it("tell a difference by its interval", () => {
    expect(verdictText(difference({}))).toBe("Better by 0.031 (0.004 to 0.058)");
    expect(verdictText(difference({ verdict: "worse", difference: -0.1, low: -0.15, high: -0.05 }))).toBe(
      "Worse by 0.100 (0.050 to 0.150)",
    );
    expect(verdictText(difference({ verdict: "unclear", low: -0.02, high: 0.05 }))).toBe(
      "No difference shown (−0.020 to 0.050)",
    );
    expect(verdictText(difference({ verdict: "unclear", difference: 0, low: 0, high: 0 }))).toBe(
      "No difference",
    );
    expect(verdictText(difference({ verdict: "unclear", difference: null, low: null, high: null }))).toBe(
      "Nothing to compare",
    );
  });
});

describe("a file of questions from marks", () => {
  const mark = (over: Partial<Mark>): Mark => ({
    question: "What is it?",
    good: true,
    at: "2026-12-01T00:00:00Z",
    refused: false,
    quotes: [{ document: "id", fileName: 'a "b".pdf', page: 3, quote: "It is 4.\nReally." }],
    ...over,
  });

  it("has the place of good answers, and good refusals as questions without an answer", () => {
    expect(goodQuestions([mark({}), mark({ refused: true, quotes: [] }), mark({ good: false })])).toEqual([
      { question: "What is it?", document: 'a "b".pdf', page: 3, quote: "It is 4.\nReally." },
      { question: "What is it?", answerable: false },
    ]);
  });

  it("is one JSON object a line, with bad answers left to be filled in", () => {
    const lines = exampleFile([mark({ good: false, question: "Which?" }), mark({})])
      .trimEnd()
      .split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { question: string }).question)).toEqual([
      "What is it?",
      "Which?",
    ]);
    expect(exampleFile([])).toContain('"answerable":false');
  });
});
