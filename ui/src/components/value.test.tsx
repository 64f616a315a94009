import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Citation } from "@/api/shapes";
import { PaneContext } from "@/lib/pane";
import type { Value as Said } from "@/lib/values";
import { Value } from "./value";

const CITATION: Citation = {
  number: 3,
  quote: "The rent is 500 euros.",
  document: {
    id: "a",
    title: "Lease",
    file_name: "lease.pdf",
    authors: [],
    year: null,
    media_type: "application/pdf",
    pages: 2,
  },
  kind: "paragraph",
  page: 2,
  page_label: "2",
  place: "Lease, page 2",
  spans: [{ page: 2, start: 4, end: 26 }],
  rectangles: [],
  section: [],
  remark: "",
  links: null,
};

const SAID: Said = {
  state: "found",
  value: "500 euros",
  normalised: 500,
  unit: "EUR",
  confidence: 0.6,
  note: "",
};

function show(said: Partial<Said>) {
  const open = vi.fn();
  const pane = { place: null, open, close: vi.fn(), step: vi.fn(), position: null, among: [], opened: 0 };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PaneContext value={pane}>
        <Value value={{ ...SAID, ...said }} citations={[CITATION]} among={[]} />
      </PaneContext>
    </QueryClientProvider>,
  );
  return open;
}

describe("a value", () => {
  it("is told with its one form, how sure it is, and one chip that opens its place", async () => {
    const open = show({});
    expect(screen.getByText("500 EUR")).toBeVisible();
    expect(screen.getByText("Likely, 60 %")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "citation 3, Lease, page 2" }));
    expect(open).toHaveBeenCalledWith({ document: "a", page: 2, spans: CITATION.spans }, []);
  });

  it("is a list where it has several parts, with its chip once", () => {
    show({ value: "Ann, Bo", normalised: ["Ann", "Bo"], unit: "" });
    const items = within(screen.getByRole("list")).getAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual(["Ann", "Bo"]);
    expect(screen.getAllByRole("button")).toHaveLength(1);
  });

  it("keeps its chip beside a long text", () => {
    show({ value: "A long sentence of a contract. ".repeat(20), normalised: null });
    expect(screen.getAllByRole("button", { name: /^citation/ })).toHaveLength(1);
  });

  it.each([
    ["not_reported", "Not reported"],
    ["not_applicable", "Does not apply"],
    ["failed", "Could not be looked for"],
  ] as const)("that is not there says why: %s", (state, words) => {
    show({ state, note: "The model gave no answer." });
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByText("The model gave no answer.")).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is text, whatever it holds", () => {
    show({ value: "<img src=x onerror=alert(1)>", normalised: null });
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.getByText("<img src=x", { exact: false })).toBeVisible();
  });
});
