import { expect, test } from "vitest";
import {
  changes,
  grouped,
  kindOf,
  nameOf,
  parse,
  patchOf,
  search,
  type Setting,
  variableOf,
} from "./setting-model";

const setting = (
  key: string,
  bounds: string,
  value: Setting["value"],
  more: Partial<Setting> = {},
): Setting => ({
  key,
  bounds,
  value,
  in_force: value,
  waits: false,
  default: value,
  source: "default",
  description: "",
  editable: true,
  ...more,
});

test("reads what is allowed from the server's words", () => {
  expect(kindOf({ bounds: "true or false" })).toEqual({ kind: "switch" });
  expect(kindOf({ bounds: "auto | none | ollama" })).toEqual({
    kind: "choice",
    options: ["auto", "none", "ollama"],
  });
  expect(kindOf({ bounds: "whole number from 16 to 8,192" })).toEqual({
    kind: "number",
    whole: true,
    low: 16,
    high: 8192,
  });
  expect(kindOf({ bounds: "number above 0" })).toEqual({ kind: "number", whole: false, above: 0 });
  expect(kindOf({ bounds: "number from 0 to 10,000,000" })).toMatchObject({ low: 0, high: 10_000_000 });
  expect(kindOf({ bounds: "text" })).toEqual({ kind: "text" });
});

test("takes numbers within their bounds only", () => {
  const whole = kindOf({ bounds: "whole number from 1 to 1,000" });
  const above = kindOf({ bounds: "number above 0 to 2" });
  expect(parse(whole, " 1 000 ")).toEqual({ value: 1000 });
  expect(parse(whole, "1001").problem).toBe("At most 1,000.");
  expect(parse(whole, "0").problem).toBe("At least 1.");
  expect(parse(whole, "1.5").problem).toBe("Write a whole number.");
  expect(parse(whole, "1e3").problem).toBe("Write a whole number.");
  expect(parse(whole, "9007199254740993").problem).toBe("Write a whole number.");
  expect(parse(above, "0").problem).toBe("More than 0.");
  expect(parse(above, "0,5").problem).toBe("Write a number, with a point for fractions.");
  expect(parse(above, "").problem).toBeDefined();
  expect(parse(above, "0.5")).toEqual({ value: 0.5 });
});

test("keeps words that look like other things", () => {
  expect(parse(kindOf({ bounds: "off | flag | redact" }), "off")).toEqual({ value: "off" });
  expect(parse(kindOf({ bounds: "text" }), " 15 ")).toEqual({ value: "15" });
  expect(parse(kindOf({ bounds: "true or false" }), false)).toEqual({ value: false });
});

test("sends what differs, and nothing while it is wrong", () => {
  const all = [
    setting("search.candidates", "whole number from 1 to 1,000", 100),
    setting("privacy.sign", "true or false", true),
    setting("answer.mode", "auto | quoted", "quoted", { source: "file" }),
    setting("chunk.tokens", "whole number from 16 to 8,192", 216),
    setting("model.name", "text", ""),
  ];
  const { values, wrong } = patchOf(all, {
    "search.candidates": "100", // as it is
    "privacy.sign": false,
    "answer.mode": null,
    "chunk.tokens": "many",
    "model.name": null, // is the default already
    "gone.key": "1",
  });
  expect(values).toEqual({ "privacy.sign": false, "answer.mode": null });
  expect(wrong).toBe(1);
});

test("knows a change from a value written anew", () => {
  const candidates = setting("search.candidates", "whole number from 1 to 1,000", 100);
  expect(changes(candidates, "100 ")).toBe(false);
  expect(changes(candidates, "50")).toBe(true);
  expect(changes(candidates, "x")).toBe(true);
  expect(changes(candidates, null)).toBe(false);
  expect(changes({ ...candidates, source: "file" }, null)).toBe(true);
});

test("finds settings by name, meaning and key, in their groups", () => {
  const all = [
    setting("ocr.languages", "text", "ru", { description: "Languages of scans." }),
    setting("parse.workers", "whole number from 1 to 64", 1),
    setting("ocr.new_thing", "text", ""),
  ];
  expect(search(all, "SCANS lang").map(({ key }) => key)).toEqual(["ocr.languages"]);
  expect(search(all, "parse.work").map(({ key }) => key)).toEqual(["parse.workers"]);
  expect(search(all, " ")).toBe(all);
  expect(grouped(all).map(([group, some]) => [group, some.length])).toEqual([
    ["ocr", 2],
    ["parse", 1],
  ]);
  expect(nameOf("ocr.new_thing")).toBe("New thing");
  expect(variableOf("search.rrf_k")).toBe("PINCITE_SEARCH__RRF_K");
});
