import { describe, expect, it } from "vitest";
import { ApiError } from "@/api/client";
import { type FieldRow, formatOf, rowsOf, schemaOf, schemaProblem, TYPES } from "./own-schema";

const propertiesOf = (rows: readonly FieldRow[]): unknown =>
  (JSON.parse(schemaOf("Mine", rows).text) as { properties: unknown }).properties;

describe("the form of a schema", () => {
  it("is written as the server reads it", () => {
    expect(
      propertiesOf([
        { label: " Rent ", type: "money", description: "The rent for a month" },
        { label: "Ends on", type: "date", description: "" },
        { label: "", type: "text", description: "without a name" },
      ]),
    ).toEqual({
      rent: {
        title: "Rent",
        description: "The rent for a month",
        type: "string",
        "x-pincite": { type: "money" },
      },
      ends_on: { title: "Ends on", type: "string", format: "date" },
    });
  });

  it("gives each field a name of its own that the server takes", () => {
    const labels = ["Größe (m²)", "größe m2", "عقد", "2nd party", "عقد", "constructor"];
    const names = Object.keys(
      propertiesOf(labels.map((label) => ({ label, type: "text", description: "" }))) as object,
    );
    expect(new Set(names).size).toBe(labels.length);
    for (const name of names) expect(name).toMatch(/^[a-z_][\w.-]{0,63}$/i);
  });

  it("comes back from its text, whatever its types", () => {
    const rows = TYPES.map((type) => ({ label: `A ${type}`, type, description: "what is meant" }));
    expect(rowsOf(schemaOf("Mine", rows))).toEqual(rows);
  });

  it("does not show what says more than it can", () => {
    const { text } = schemaOf("Mine", [{ label: "Rent", type: "text", description: "" }]);
    expect(rowsOf({ format: "json", text: text.replace('"string"', '"string", "enum": ["a"]') })).toBeNull();
    expect(rowsOf({ format: "json", text: "{" })).toBeNull();
    expect(rowsOf({ format: "json", text: '{"properties": {"a": null}}' })).toBeNull();
    expect(rowsOf({ format: "toml", text: "" })).toBeNull();
  });

  it("tells TOML and JSON apart", () => {
    expect(formatOf('  \n{"properties": {}}')).toBe("json");
    expect(formatOf("[[field]]")).toBe("toml");
  });
});

describe("what is wrong with a schema", () => {
  it("is told with its place", () => {
    const wrong = new ApiError(400, "own.json, field 2: 'a b' is not a name", "A name has no spaces.");
    expect(schemaProblem(wrong)).toEqual({
      text: "The schema, field 2: 'a b' is not a name. A name has no spaces.",
      field: 2,
      line: null,
    });
    const unread = new ApiError(
      400,
      "own.toml is not TOML: Expected ']]' (at line 3, column 8)",
      "`pincite extract --show-schema contract` prints one to start from.",
    );
    expect(schemaProblem(unread)).toEqual({
      text: "The schema is not TOML: Expected ']]' (at line 3, column 8)",
      field: null,
      line: 3,
    });
  });

  it("is nothing else that may go wrong", () => {
    expect(schemaProblem(new ApiError(404, "there is no document 'a'"))).toBeNull();
    expect(schemaProblem(new ApiError(400, "owner is missing"))).toBeNull();
    expect(schemaProblem(new Error("own.json"))).toBeNull();
  });
});
