import { describe, expect, it } from "vitest";
import type { Sentence } from "@/api/shapes";
import { blocksOf, stretchesOf } from "./blocks";

const s = (text: string, lead = " "): Sentence => ({ text, lead, citations: [1], problem: "" });

describe("blocksOf", () => {
  it("sets paragraphs, headings, nested lists, tables and code as the leads say", () => {
    const blocks = blocksOf([
      s("One.", ""),
      s("Two."),
      s("Fees", "\n\n## "),
      s("First.", "\n\n1. "),
      s("More of it."),
      s("Deeper.", "\n   - "),
      s("Item | Fee |\n|---|---|", "\n\n| "),
      s("Storage | 6.40 |", "\n| "),
      s("```\nx = 1\n```", "\n"),
      s("End.", "\n\n"),
    ]);
    expect(blocks).toMatchObject([
      { kind: "paragraph", sentences: [{ text: "One." }, { text: "Two." }] },
      { kind: "heading", sentences: [{ text: "Fees" }] },
      {
        kind: "list",
        items: [
          { mark: "1.", depth: 0, sentences: [{ text: "First." }, { text: "More of it." }] },
          { mark: null, depth: 1, sentences: [{ text: "Deeper." }] },
        ],
      },
      {
        kind: "table",
        rows: [
          { cells: ["Item", "Fee"], head: true },
          { cells: ["Storage", "6.40"], head: false },
        ],
      },
      { kind: "code", code: "x = 1" },
      { kind: "paragraph", sentences: [{ text: "End." }] },
    ]);
    expect(blocks).toHaveLength(6);
  });

  it("takes words before a sentence for no list", () => {
    expect(blocksOf([s("A.", "\n\nNote: ")])).toMatchObject([{ kind: "paragraph" }]);
  });

  it("keeps bars that belong to a cell", () => {
    expect(blocksOf([s("a \\| b | c |", "\n| ")])).toMatchObject([{ rows: [{ cells: ["a | b", "c"] }] }]);
  });
});

describe("stretchesOf", () => {
  it("reads stress and code, and loses no other sign", () => {
    expect(stretchesOf("a **b** `c*` 2*3*4 <i>")).toEqual([
      { text: "a ", style: "plain" },
      { text: "b", style: "strong" },
      { text: " ", style: "plain" },
      { text: "c*", style: "code" },
      { text: " 2*3*4 <i>", style: "plain" },
    ]);
  });
});
