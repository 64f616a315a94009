import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { forgetDocuments } from "./library-changes";
import { marksKey, pageQuery } from "./queries";
import { type Streamed, useRun } from "./runs";

const GONE = "5f0c3a9be1d24c7a8f10";
const OTHER = "77aa0c9be1d24c7a8f10";

const comparison = (documents: string[]): Streamed<never, string> => ({
  key: ["research", "comparison", { documents }],
  path: "comparisons/stream",
  body: { documents },
  label: "Comparison",
  screen: "/compare",
  progress: () => ({ share: null, detail: "" }),
  finished: () => "finished",
});

describe("documents that are gone", () => {
  it("leave nothing of them behind, neither in what is open nor in what is kept", async () => {
    const queries = new QueryClient();
    vi.stubGlobal(
      "fetch",
      vi.fn(() => Promise.reject(new Error("nothing is asked for"))),
    );
    const place = { document: GONE, page: 1, spans: [{ page: 1, start: 0, end: 5 }] };
    const both = comparison([OTHER, GONE]);
    const without = comparison([OTHER]);
    queries.setQueryData(both.key, "values of both");
    queries.setQueryData(without.key, "values of the other");
    queries.setQueryData(marksKey(place), []);
    queries.setQueryData([...pageQuery(GONE, 1).queryKey], { text: "heron" });
    queries.setQueryData([...pageQuery(OTHER, 1).queryKey], { text: "osprey" });
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    );
    const open = renderHook(() => useRun(both), { wrapper });
    expect(open.result.current.result).toBe("values of both");

    await act(() => forgetDocuments(queries, [GONE]));

    await waitFor(() => expect(open.result.current.result).toBeUndefined());
    expect(queries.getQueryData(marksKey(place))).toBeUndefined();
    expect(queries.getQueryData(pageQuery(GONE, 1).queryKey)).toBeUndefined();
    expect(queries.getQueryData(without.key)).toBe("values of the other");
    expect(queries.getQueryData(pageQuery(OTHER, 1).queryKey)).toEqual({ text: "osprey" });
  });

  it("leave nothing at all where it is not known which they are", async () => {
    const queries = new QueryClient();
    const kept = comparison([OTHER]);
    queries.setQueryData(kept.key, "values");
    await forgetDocuments(queries, null);
    expect(queries.getQueryData(kept.key)).toBeUndefined();
  });
});
