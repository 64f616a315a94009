import { describe, expect, it } from "vitest";
import { withWord } from "./box-text";
import { readScope, withoutScope, withScope } from "./scope-address";

describe("scope in the address", () => {
  it("comes back as it was chosen, and leaves the page beside alone", () => {
    const search = withScope(new URLSearchParams("open=d9&q=why"), {
      collection: null,
      documents: ["a1", "b2"],
    });
    expect(search.toString()).toBe("open=d9&documents=a1%2Cb2");
    expect(readScope(search)).toEqual({ collection: null, documents: ["a1", "b2"] });
    expect(withoutScope(search).toString()).toBe("open=d9");
  });

  it("leaves out what is no id", () => {
    const search = new URLSearchParams({ collection: "../x", documents: "a,,<b>,a,c d" });
    expect(readScope(search)).toEqual({ collection: null, documents: ["a"] });
  });
});

describe("withWord", () => {
  it("puts a word before the question mark", () => {
    expect(withWord("What does it cost?", "fee")).toBe("What does it cost fee?");
    expect(withWord("cost ", "fee")).toBe("cost fee");
    expect(withWord("", "fee")).toBe("fee");
  });
});
