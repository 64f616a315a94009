import { describe, expect, it } from "vitest";
import { pageText, secondsText, shortPageText, sizeText, whenText } from "./format";

describe("what numbers look like", () => {
  it("times are relative under a day", () => {
    const now = new Date("2026-05-01T12:00:00Z");
    expect(whenText("2026-05-01T11:59:40Z", now)).toBe("now");
    expect(whenText("2026-05-01T11:55:00Z", now)).toBe("5 minutes ago");
    expect(whenText("2026-05-01T02:00:00Z", now)).toBe("10 hours ago");
    expect(whenText("2026-04-20T12:00:00Z", now)).toBe("Apr 20, 2026");
  });

  it("sizes count by thousands", () => {
    expect(sizeText(0)).toBe("0 bytes");
    expect(sizeText(1)).toBe("1 byte");
    expect(sizeText(999)).toBe("999 bytes");
    expect(sizeText(1500)).toBe("2 kB");
    expect(sizeText(1_440_000)).toBe("1.4 MB");
    expect(sizeText(5e15)).toBe("5,000 TB");
  });

  it("seconds are as fine as they matter", () => {
    expect(secondsText(0.043)).toBe("0.04 s");
    expect(secondsText(2.34)).toBe("2.3 s");
    expect(secondsText(45.2)).toBe("45 s");
    expect(secondsText(200)).toBe("3 min");
  });

  it("the printed number stands beside the physical one where they differ", () => {
    expect(pageText(14, "xii")).toBe("Page 14 (xii)");
    expect(pageText(14, "14")).toBe("Page 14");
    expect(pageText(3, "")).toBe("Page 3");
    expect(pageText(3, "Prices, row 190")).toBe("Prices, row 190");
    expect(shortPageText(14, "xii")).toBe("p. xii");
    expect(shortPageText(14, "")).toBe("p. 14");
    expect(shortPageText(3, "slide 3")).toBe("slide 3");
  });
});
