import { describe, expect, it } from "vitest";
import { type Choice, comparisonWanted, extractionWanted, readChoice, withChoice } from "./choice";

const CHOICE: Choice = {
  task: "compare",
  documents: ["a1", "b2"],
  schema: "contract",
  own: null,
  dimensions: ["term", "Who pays for insurance?"],
  mode: "quoted",
  run: true,
};

describe("a choice in the address", () => {
  it("comes back as it was written, beside what else stands there", () => {
    const search = withChoice(new URLSearchParams("open=d_1&page=4"), CHOICE);
    expect(search.get("open")).toBe("d_1");
    expect(readChoice(search)).toEqual(CHOICE);
  });

  it("holds a schema of one's own, in place of a built-in one", () => {
    const own = { name: "Rents & terms", format: "toml" as const, text: '[[field]]\nname = "rent"\n' };
    const search = withChoice(new URLSearchParams(), { ...CHOICE, own, dimensions: null });
    expect(search.has("schema")).toBe(false);
    expect(readChoice(new URLSearchParams(search.toString()))).toMatchObject({ own, schema: null });
  });

  it("leaves nothing behind of the choice before", () => {
    const search = withChoice(new URLSearchParams(), CHOICE);
    const next = { ...CHOICE, schema: null, dimensions: null, mode: "auto" as const, run: false };
    expect(withChoice(search, next).toString()).toBe("documents=a1%2Cb2");
  });

  it("leaves out what nobody could have chosen", () => {
    const search = new URLSearchParams("documents=a,../x,,a,%20&mode=loud&task=x&dimension=%20&run=1&form=x");
    expect(readChoice(search)).toEqual({
      task: "compare",
      documents: ["a"],
      schema: null,
      own: null,
      dimensions: null,
      mode: "auto",
      run: false,
    });
    const many = Array.from({ length: 30 }, (_, place) => `d${place}`).join(",");
    expect(readChoice(new URLSearchParams(`documents=${many}`)).documents).toHaveLength(20);
    expect(readChoice(new URLSearchParams(`task=extract&documents=${many}`)).documents).toHaveLength(30);
  });

  it("is asked of the server as it stands", () => {
    expect(comparisonWanted(CHOICE)).toEqual({
      documents: ["a1", "b2"],
      schema_name: "contract",
      own_schema: null,
      dimensions: ["term", "Who pays for insurance?"],
      mode: "quoted",
      fresh: false,
    });
    const own = { name: "Mine", format: "json" as const, text: "{}" };
    expect(extractionWanted({ ...CHOICE, own })).toEqual({
      documents: ["a1", "b2"],
      schema_name: null,
      own_schema: { format: "json", text: "{}" },
      mode: "quoted",
      fresh: false,
    });
  });
});
