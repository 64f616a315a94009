import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Turn } from "@/api/shapes";
import { toasts } from "@/lib/toasts";
import { someTurn } from "@/testing/answers";
import { ask, askAgain, dismiss, lookAgain, useLive } from "./asking";
import { useTurns } from "./queries";

const MANNER = { mode: "quoted", precise: false, showUnsupported: false } as const;
const TOLD = 'event: conversation\ndata: {"id":"c","title":"Fee","number":1,"question":"Fee?"}\n\n';

/** The server of these tests: what it answers to whom, changed as they go. */
let turns: Turn[];
let stream: () => Response | Promise<Response>;
let up: boolean;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

beforeEach(() => {
  turns = [];
  up = true;
  toasts.set([]);
  vi.stubGlobal("fetch", (given: Request | URL | string) => {
    const address = given instanceof Request ? given.url : String(given);
    if (!up) return Promise.reject(new TypeError("refused"));
    if (address.endsWith("/stream")) return Promise.resolve(stream());
    if (address.includes("/conversations/c")) {
      return Promise.resolve(
        json({
          id: "c",
          title: "Fee",
          collection: null,
          documents: null,
          created_at: "2026-11-30T20:57:03.120+00:00",
          updated_at: "2026-11-30T20:57:03.120+00:00",
          turns: turns.length,
          latest: turns,
        }),
      );
    }
    return Promise.resolve(json({ items: [], next: null }));
  });
});

afterEach(() => {
  dismiss("c");
  vi.unstubAllGlobals();
});

async function opened() {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ live: useLive("c"), turns: useTurns("c", true).data }), { wrapper });
  await waitFor(() => expect(result.current.turns).toBeDefined());
  const shown = () => result.current.turns?.pages[0]?.turns ?? [];
  return { queries, result, shown };
}

describe("asking", () => {
  it("ends with the turn in its place", async () => {
    const { queries, result, shown } = await opened();
    stream = () => new Response(`${TOLD}event: done\ndata: ${JSON.stringify(someTurn(1))}\n\n`);
    await act(() => ask(queries, "c", "Fee?", MANNER));
    await waitFor(() => expect(shown().map((turn) => turn.number)).toEqual([1]));
    expect(result.current.live).toBeNull();
  });

  it("waits for a server that went away, and shows what it has kept", async () => {
    const { queries, result, shown } = await opened();
    stream = () => {
      up = false; // it ends before the answer does
      return new Response(TOLD);
    };
    let ended = Promise.resolve();
    act(() => {
      ended = ask(queries, "c", "Fee?", MANNER);
    });
    await waitFor(() => expect(result.current.live?.trouble).toEqual({ kind: "away" }));
    expect(result.current.live?.number).toBe(1);
    turns = [someTurn(1, { state: "running", answer: null, failure: "Broken off." })];
    up = true;
    await act(async () => {
      lookAgain("c");
      await ended;
    });
    await waitFor(() => expect(result.current.live).toBeNull());
    expect(shown()[0]?.failure).toBe("Broken off.");
  });

  it("keeps a question that was not taken, with the reason", async () => {
    const { queries, result, shown } = await opened();
    stream = () => json({ title: "Too many", status: 429, detail: "too many questions" }, 429);
    await act(() => ask(queries, "c", "Fee?", MANNER));
    await waitFor(() => expect(result.current.live?.trouble?.kind).toBe("refused"));
    expect(result.current.live?.question).toBe("Fee?");
    expect(shown()).toEqual([]);
  });

  it("says why there is no new answer where the old one stays", async () => {
    turns = [someTurn(1)];
    const { queries, result, shown } = await opened();
    stream = () => json({ title: "Gone", status: 503, detail: "no language model is set" }, 503);
    await act(() => askAgain(queries, "c", someTurn(1), MANNER));
    await waitFor(() => expect(result.current.live).toBeNull());
    expect(shown()).toHaveLength(1);
    expect(toasts.get()[0]?.text).toContain("No language model is set");
  });
});
