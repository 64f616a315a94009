import { describe, expect, it } from "vitest";
import { CodePoints } from "./code-points";

describe("CodePoints", () => {
  it("cuts as the API counts where characters take two units", () => {
    const text = new CodePoints("a𝒳b😀c");
    expect(text.length).toBe(5);
    expect(text.slice(1, 4)).toBe("𝒳b😀");
    expect(text.slice(4, 5)).toBe("c");
  });

  it("takes the ends for places outside", () => {
    expect(new CodePoints("abc").slice(1, 99)).toBe("bc");
    expect(new CodePoints("😀").slice(-3, 99)).toBe("😀");
    expect(new CodePoints("").slice(0, 1)).toBe("");
  });
});
