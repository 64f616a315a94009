import { expect, it } from "vitest";
import type { PageEntry } from "@/api/shapes";
import { pageNamed } from "./page-names";

const pages = ["i", "ii", "iii", "1", "2", "2001"].map((label, at): PageEntry => ({
  index: at + 1,
  label,
  width: 1,
  height: 1,
  characters: 1,
  warnings: [],
}));

it("finds the page somebody means", () => {
  expect(pageNamed(pages, " 4 ")).toBe(4); // in the file
  expect(pageNamed(pages, "II")).toBe(2); // printed
  expect(pageNamed(pages, "2001")).toBe(6); // printed, as the file has no such number
  expect(pageNamed(pages, "3 (iii)")).toBe(3); // as the field shows it
  expect(pageNamed(pages, "0")).toBeNull();
  expect(pageNamed(pages, "99")).toBeNull();
  expect(pageNamed(pages, "")).toBeNull();
});
