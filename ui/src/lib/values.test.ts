import { describe, expect, it } from "vitest";
import { durationText, readingOf, valueText } from "./values";

describe("values in one form", () => {
  it("are told where they say more than the words", () => {
    expect(readingOf({ value: "3 March 2023", normalised: "2023-03-03", unit: "" })).toBe("2023-03-03");
    expect(readingOf({ value: "twelve hundred euros", normalised: 1200, unit: "EUR" })).toBe("1,200 EUR");
    expect(readingOf({ value: "a couple of years", normalised: "P2Y", unit: "" })).toBe("2 years");
  });

  it("are not told twice", () => {
    expect(readingOf({ value: "1,200", normalised: 1200, unit: "" })).toBe("");
    expect(readingOf({ value: "2 years", normalised: "P2Y", unit: "" })).toBe("");
    expect(readingOf({ value: "Yes", normalised: true, unit: "" })).toBe("");
    expect(readingOf({ value: "a, b", normalised: ["a", "b"], unit: "" })).toBe("");
  });

  it("read durations, and nothing that is none", () => {
    expect(durationText("P1Y6M")).toBe("1 year, 6 months");
    expect(durationText("P30D")).toBe("30 days");
    expect(durationText("P")).toBeNull();
    expect(durationText("PT5M")).toBeNull();
  });
});

describe("states in words", () => {
  it("differ", () => {
    const value = { value: "x", note: "no answer" };
    expect(valueText({ ...value, state: "found" })).toBe("x");
    expect(valueText({ ...value, state: "not_reported" })).toBe("Not reported");
    expect(valueText({ ...value, state: "not_applicable" })).toBe("Does not apply");
    expect(valueText({ ...value, state: "failed" })).toBe("Could not be looked for: no answer");
  });
});
