import { describe, expect, it } from "vitest";
import { escaped, neutral } from "./plain-table";

describe("texts for a spreadsheet", () => {
  it.each(["=SUM(A1)", "+cmd", "-2+3", "@x", "\tx", "\u00a0=1", "＝1", "-"])("%j cannot run", (text) => {
    expect(neutral(text)).toBe(`'${text}`);
  });

  it.each(["-3", "+1,200.50", "-4 %", "1e5", "two = 2", ""])("%j stays", (text) => {
    expect(neutral(text)).toBe(text);
  });
});

describe("texts in Markdown", () => {
  it.each([
    ["<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)\\>"],
    ["[a](javascript:alert(1))", "\\[a\\](javascript:alert(1))"],
    ["see https://x.test & &amp;", "see https\\://x.test & \\&amp;"],
    ["12. May\n# no", "12\\. May # no"],
    ["- item", "\\- item"],
    ["www.x.test", "www\\.x.test"],
  ])("%j is text", (text, written) => {
    expect(escaped(text)).toBe(written);
  });
});
