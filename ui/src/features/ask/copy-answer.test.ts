import { describe, expect, it } from "vitest";
import { someAnswer, someCitation } from "@/testing/answers";
import { copied } from "./copy-answer";

describe("copied", () => {
  it("has the numbers of the screen, though they do not begin at 1", () => {
    const { text, html } = copied(
      someAnswer({
        sentences: [
          { text: "First.", lead: "", citations: [3], problem: "" },
          { text: "Second.", lead: "\n- ", citations: [7, 3], problem: "" },
        ],
        citations: [someCitation(3), someCitation(7, { quote: "Two\nlines.", place: "Manual, page 2" })],
      }),
    );
    expect(text).toBe(
      "First. [3]\n\n- Second. [7][3]\n\nReferences\n" +
        "[3] Storage contract, page iv (page 4 of the file): “The storage fee is 40 euros a year.”\n" +
        "[7] Manual, page 2: “Two lines.”\n",
    );
    expect(html).toContain("<p>First. [3]</p><ul><li>Second. [7][3]</li></ul>");
    expect(html).toContain("<p>[7] Manual, page 2: “Two lines.”</p>");
  });

  it("lets no text of a document become markup", () => {
    const { html } = copied(
      someAnswer({
        sentences: [
          { text: "<img src=x onerror=alert(1)>", lead: "", citations: [1], problem: "" },
          { text: "<b> | </td><script> |", lead: "\n\n| ", citations: [], problem: "" },
        ],
        citations: [someCitation(1, { place: "<img src=x onerror=alert(1)>.pdf, page 1" })],
      }),
    );
    expect(html).not.toMatch(/<(img|script|b)\b/);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;.pdf");
  });

  it("leaves a model's signs of stress out, a document's in", () => {
    const sentences = [{ text: "It is **40** euros.", lead: "", citations: [], problem: "" }];
    expect(copied(someAnswer({ sentences, citations: [], mode: "composed" })).text).toBe("It is 40 euros.\n");
    expect(copied(someAnswer({ sentences, citations: [] })).text).toBe("It is **40** euros.\n");
  });

  it("copies a refusal as what it says", () => {
    const refusal = someAnswer({
      sentences: [],
      citations: [],
      refused: true,
      text: "Your documents do not say.",
    });
    expect(copied(refusal).text).toBe("Your documents do not say.\n");
  });
});
