import { describe, expect, it } from "vitest";
import { isNarrowed, readFilters, sortBy, writeFilters } from "./filters";

const read = (text: string) => readFilters(new URLSearchParams(text));

describe("filters in the address", () => {
  it("come back as they were written, beside what else is there", () => {
    const filters = {
      words: "heat pump",
      kind: "paper" as const,
      language: "de",
      warnings: false,
      sort: "year" as const,
      descending: false,
    };
    const search = writeFilters(new URLSearchParams("open=a&page=2"), filters);
    expect(readFilters(search)).toEqual(filters);
    expect(search.get("open")).toBe("a");
  });

  it("are not written where they are as ever", () => {
    expect(writeFilters(new URLSearchParams("words=x&order=up"), read("")).toString()).toBe("");
    expect(writeFilters(new URLSearchParams(), read("sort=title")).toString()).toBe("sort=title");
  });

  it("leave out what nobody could have written", () => {
    expect(read("kind=<b>&language=../&warnings=1&sort=mood&order=x")).toEqual(read(""));
    expect(isNarrowed(read("sort=title"))).toBe(false);
    expect(isNarrowed(read("warnings=with"))).toBe(true);
  });

  it("turn the order round at the second press on the same head", () => {
    const once = sortBy(read(""), "title");
    expect([once.sort, once.descending]).toEqual(["title", false]);
    expect(sortBy(once, "title").descending).toBe(true);
    expect(sortBy(once, "pages").descending).toBe(true);
  });
});
