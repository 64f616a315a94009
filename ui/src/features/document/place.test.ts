import { expect, it } from "vitest";
import { placeIn } from "./place";

const at = (search: string) => placeIn("a", new URLSearchParams(search));

it("reads the place of a document's screen", () => {
  expect(at("page=4&at=4:1-9")).toEqual({ document: "a", page: 4, spans: [{ page: 4, start: 1, end: 9 }] });
  // Highlights alone lead to their page.
  expect(at("at=7:1-9").page).toBe(7);
  expect(at("").page).toBe(1);
  expect(at("page=-2").page).toBe(1);
  expect(at("page=x").page).toBe(1);
});
