import { describe, expect, it } from "vitest";
import { pageRanges, warningDetail, warningsText, warningText } from "./warning-text";

describe("warnings in words", () => {
  it("put pages together that follow each other", () => {
    expect(pageRanges([7, 2, 3, 3])).toBe("2–3, 7");
    expect(pageRanges([4])).toBe("4");
    expect(pageRanges([1, 3, 5, 7, 9, 11])).toBe("1, 3, 5, 7 …");
  });

  it("say which pages, and what of them", () => {
    const failed = { code: "pages_failed", message: "2 pages could not be read." };
    expect(warningText({ ...failed, pages: [2, 3] })).toBe("Pages 2–3 could not be read.");
    expect(warningText({ ...failed, pages: [2] })).toBe("Page 2 could not be read.");
    expect(warningText({ code: "pages_without_text", message: "x", pages: [4] })).toBe("Page 4 has no text.");
  });

  it("pass on what has no words here", () => {
    expect(warningText({ code: "xfa_form", message: "the form was not read", pages: [] })).toBe(
      "The form was not read.",
    );
    expect(warningText({ code: "new", message: "Odd text.", pages: [1, 2] })).toBe("Odd text (pages 1–2).");
  });

  it("say in short how many others there are", () => {
    const failed = { code: "pages_failed", message: "2 pages could not be read.", pages: [2, 3] };
    const read = { code: "pages_read_by_ocr", message: "1 page read with a confidence of 85 %.", pages: [4] };
    expect(warningsText([failed, read])).toBe("Pages 2–3 could not be read. 1 more");
    expect(warningsText([failed])).toBe("Pages 2–3 could not be read.");
    expect(warningsText([])).toBe("");
  });

  it("say the rest where there is any, and nothing twice", () => {
    expect(warningDetail({ code: "pages_failed", message: "1 page could not be read.", pages: [2] })).toBe(
      "",
    );
    expect(warningDetail({ code: "new", message: "Odd text.", pages: [1, 2] })).toBe("");
    expect(warningDetail({ code: "pages_read_by_ocr", message: "sure by 85 %", pages: [] })).toBe("");
    expect(warningDetail({ code: "pages_read_by_ocr", message: "sure by 85 %", pages: [4] })).toBe(
      "Sure by 85 %.",
    );
  });
});
