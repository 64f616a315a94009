import { describe, expect, it } from "vitest";
import { documentPath, readPlace, readSpans, withPlace, writeSpans } from "./place";

describe("places in addresses", () => {
  const place = {
    document: "d_1",
    page: 4,
    spans: [
      { page: 4, start: 120, end: 260 },
      { page: 5, start: 0, end: 20 },
    ],
  };

  it("come back as they were written", () => {
    const search = withPlace(new URLSearchParams("q=fruit"), place);
    expect(search.get("q")).toBe("fruit");
    expect(readPlace(search)).toEqual(place);
    expect(withPlace(search, null).toString()).toBe("q=fruit");
  });

  it("leave out what nobody could have written", () => {
    expect(readSpans("4:1-2,x,0:1-2,3:9-4,,5:1-3")).toEqual([
      { page: 4, start: 1, end: 2 },
      { page: 5, start: 1, end: 3 },
    ]);
    expect(readPlace(new URLSearchParams("open=../x"))).toBeNull();
    expect(readPlace(new URLSearchParams("open=a&page=-3"))?.page).toBe(1);
    expect(writeSpans([])).toBe("");
  });

  it("lead to the screen of the document", () => {
    expect(documentPath(place)).toBe("/documents/d_1?page=4&at=4%3A120-260%2C5%3A0-20");
    expect(documentPath({ document: "a" })).toBe("/documents/a");
  });
});
