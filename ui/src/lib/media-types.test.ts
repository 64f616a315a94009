import { expect, it } from "vitest";
import { endingOf, hasPictures, kindOf } from "./media-types";

it("knows which documents have pictures of their pages", () => {
  expect(hasPictures("application/pdf")).toBe(true);
  expect(hasPictures("image/webp")).toBe(true);
  expect(hasPictures("image/svg+xml")).toBe(false);
  expect(hasPictures("text/csv")).toBe(false);
});

it("sorts formats by what they look like", () => {
  const office = "application/vnd.openxmlformats-officedocument";
  expect(kindOf(`${office}.wordprocessingml.document`)).toBe("text");
  expect(kindOf(`${office}.presentationml.presentation`)).toBe("slides");
  expect(kindOf(`${office}.spreadsheetml.sheet`)).toBe("table");
  expect(kindOf("application/vnd.oasis.opendocument.spreadsheet")).toBe("table");
  expect(kindOf("application/vnd.ms-outlook")).toBe("mail");
  expect(kindOf("application/x-ndjson")).toBe("code");
  expect(kindOf("text/x-tex")).toBe("code");
  expect(kindOf("text/plain")).toBe("text");
  expect(kindOf("application/pdf")).toBe("text");
});

it("writes endings in capitals", () => {
  expect(endingOf("Prices 2024.final.xlsx")).toBe("XLSX");
  expect(endingOf("README")).toBe("");
  expect(endingOf("minutes of 1.")).toBe("");
});
