import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DocumentEntry } from "@/api/shapes";
import { hiddenDocuments, isHidden } from "@/lib/hidden-documents";
import { toasts } from "@/lib/toasts";
import { useDocumentDeeds } from "./use-document-deeds";

const entry: DocumentEntry = {
  id: "5f0c3a9be1d24c7a8f10",
  title: "Storage contract",
  file_name: "contract.pdf",
  authors: [],
  year: 2023,
  media_type: "application/pdf",
  pages: 9,
  kind: "contract",
  language: "en",
  size: 182332,
  collections: ["default"],
  added_at: "2026-05-04T10:00:00Z",
  warnings: [],
};
const READ = `/documents/${entry.id}`;

function reading() {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[READ]}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  return renderHook(() => ({ deeds: useDocumentDeeds(entry), at: useLocation().pathname }), { wrapper })
    .result;
}

const isListed = () => !isHidden(hiddenDocuments.get(), entry.id, null);
const answered = (status: number, body: unknown) =>
  vi.fn(() =>
    Promise.resolve(
      status === 204
        ? new Response(null, { status })
        : Response.json(body, { status, headers: { "content-type": "application/problem+json" } }),
    ),
  );

beforeEach(() => {
  vi.useFakeTimers();
  toasts.set([]);
  hiddenDocuments.set(new Set());
});
afterEach(() => vi.useRealTimers());

describe("a document that is deleted where it is read", () => {
  it("is listed no more at once, and again by undoing, where one was", () => {
    const room = reading();
    act(() => room.current.deeds.remove());
    expect(isListed()).toBe(false);
    expect(room.current.at).toBe("/library");
    act(() => toasts.get()[0]?.action?.run());
    expect(isListed()).toBe(true);
    expect(room.current.at).toBe(READ);
  });

  it("is asked of the server when the time is over, and nothing of it is kept here", async () => {
    const fetched = answered(204, null);
    vi.stubGlobal("fetch", fetched);
    const room = reading();
    act(() => room.current.deeds.remove());
    await act(() => vi.advanceTimersByTimeAsync(10_100));
    expect(fetched).toHaveBeenCalledOnce();
    expect(hiddenDocuments.get().size).toBe(0);
    expect(room.current.at).toBe("/library");
  });

  it("is listed again when the server refuses, and the person stays where they are", async () => {
    vi.stubGlobal(
      "fetch",
      answered(403, { status: 403, title: "Forbidden", detail: "you may only read here" }),
    );
    const room = reading();
    act(() => room.current.deeds.remove());
    await act(() => vi.advanceTimersByTimeAsync(10_100));
    expect(isListed()).toBe(true);
    expect(room.current.at).toBe("/library");
    expect(toasts.get()[0]?.text).toBe("You may only read here.");
  });
});
