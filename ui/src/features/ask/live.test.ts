import { describe, expect, it } from "vitest";
import type { Sentence } from "@/api/shapes";
import type { StreamEvent } from "@/api/streaming";
import { begun, draftLines, heard, type Live, type TurnEvents, withoutChecked } from "./live";

type Told = Exclude<StreamEvent<TurnEvents>, { event: "done" }>;

const told = (event: Omit<Told, "id">) => ({ ...event, id: "" }) as Told;
const sentence = (text: string, problem = ""): Sentence => ({ text, lead: " ", citations: [], problem });
const follow = (live: Live, ...events: Omit<Told, "id">[]) => events.map(told).reduce(heard, live);

describe("heard", () => {
  it("firms a draft up sentence by sentence", () => {
    const live = follow(
      begun("Fee?", 0),
      { event: "conversation", data: { id: "c", title: "Fee?", number: 3, question: "Fee?" } },
      { event: "stage", data: { name: "write", text: "Writing" } },
      { event: "draft", data: { text: "The fee is 40 euros [1]. It was " } },
      { event: "sentence", data: { sentence: sentence("The fee is 40 euros."), citations: [] } },
      { event: "draft", data: { text: "60 before." } },
    );
    expect(live).toMatchObject({ number: 3, stage: "Writing", draft: " It was 60 before." });
    expect(live.sentences.map((one) => one.text)).toEqual(["The fee is 40 euros."]);
  });

  it("takes a sentence that nothing supports out of the draft", () => {
    const live = follow(
      begun("Fee?", 0),
      { event: "draft", data: { text: "Tesla made it in 1998. The fee" } },
      { event: "removed", data: { sentence: sentence("Tesla made it in 1998.", "1998 is not there") } },
    );
    expect(live.draft).toBe(" The fee");
    expect(live.removed).toHaveLength(1);
    expect(live.sentences).toEqual([]);
  });
});

describe("withoutChecked", () => {
  it("finds a sentence whatever markup and markers it had", () => {
    expect(withoutChecked("- **Panels** [link](x) cost 310 [2, 3].\n- A", "Panels link cost 310.")).toBe(
      "- **Panels** [link](x) cost 310 [2, 3].\n- A",
    );
    expect(withoutChecked("- **Panels** cost 310 [2, 3].\n- A", "**Panels** cost 310.")).toBe("\n- A");
    expect(withoutChecked("費用は四十です。[1]次の文", "費用は四十です。")).toBe("次の文");
  });

  it("keeps the opening signs of what follows", () => {
    expect(withoutChecked("It is so. [1] “And” more", "It is so.")).toBe(" “And” more");
    expect(withoutChecked("Only this.", "Only this.")).toBe("");
  });

  it("leaves a draft that does not have the sentence", () => {
    expect(withoutChecked("Something", "Else")).toBe("Something");
    expect(withoutChecked("Something", "…")).toBe("Something");
  });
});

describe("draftLines", () => {
  it("gives the lines as sentences would stand, without markers", () => {
    expect(draftLines(" And so [1] on\n\n## Fees\n- one [2\n| a | b |")).toMatchObject([
      { text: "And so on", lead: " " },
      { text: "Fees", lead: "\n\n## " },
      { text: "one [2", lead: "\n- " },
      { text: "a | b |", lead: "\n| " },
    ]);
  });

  it("holds back a marker that is only half there, and lines without words", () => {
    expect(draftLines("It is 40 euros [1, ")).toMatchObject([{ text: "It is 40 euros" }]);
    expect(draftLines("\n- ")).toEqual([]);
  });
});
