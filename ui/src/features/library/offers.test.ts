import { describe, expect, it } from "vitest";
import type { DocumentCounts } from "@/api/shapes";
import { countText, kindOffers, languageOffers, warningOffers } from "./offers";

const counts: DocumentCounts = {
  total: 1200,
  kinds: { contract: 3, paper: 1197 },
  languages: { en: 1100, de: 98, "": 2 },
  with_warnings: 0,
};
const labels = (offers: readonly { label: string }[]) => offers.map(({ label }) => label);

describe("what lists can be limited to", () => {
  it("is what there is, with how often", () => {
    expect(labels(kindOffers(counts, null))).toEqual(["Paper (1,197)", "Contract (3)"]);
    expect(labels(languageOffers(counts, null))).toEqual(["English (1,100)", "German (98)"]);
    expect(labels(warningOffers(counts, null))).toEqual(["Without warnings (1,200)"]);
  });

  it("holds what is chosen, though there is none of it", () => {
    expect(labels(kindOffers(counts, "letter"))).toContain("Letter (0)");
    expect(languageOffers(counts, "fr").map(({ value }) => value)).toEqual(["en", "fr", "de"]);
    expect(labels(warningOffers(counts, true))[0]).toBe("With warnings (0)");
  });

  it("is everything while it is not known what there is", () => {
    expect(kindOffers(undefined, null)).toHaveLength(10);
    expect(labels(warningOffers(undefined, null))).toEqual(["With warnings", "Without warnings"]);
    expect(languageOffers(undefined, null)).toEqual([]);
  });
});

describe("how many documents are listed", () => {
  it("is the whole number before all of them were fetched", () => {
    const listed = { shown: 100, hasMore: true, narrowed: false };
    expect(countText({ ...listed, total: 1200 })).toBe("1,200 documents");
    expect(countText({ ...listed, total: undefined })).toBe("100 documents and more");
  });

  it("says of how many, where filters hold others back", () => {
    expect(countText({ shown: 3, hasMore: false, narrowed: true, total: 1200 })).toBe("3 of 1,200 documents");
    expect(countText({ shown: 100, hasMore: true, narrowed: true, total: 1200 })).toBe(
      "100 documents and more",
    );
    expect(countText({ shown: 3, hasMore: false, narrowed: false, total: 2 })).toBe("3 documents");
  });
});
