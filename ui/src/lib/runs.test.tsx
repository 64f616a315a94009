import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Streamed, useRun } from "./runs";
import { works } from "./work";

interface Told {
  done: number;
}

let number = 0;
const wanted = (): Streamed<Told, { answer: number }> => ({
  key: ["research", "test", ++number],
  path: "comparisons/stream",
  body: { documents: [] },
  label: "Comparison",
  screen: "/compare",
  progress: ({ done }) => ({ share: done / 2, detail: `${done} of 2` }),
  finished: () => "finished",
});

/** A server whose stream is told by the test, and that notices when its client leaves. */
function served() {
  const text = new TextEncoder();
  let tell: (event: string, data: unknown) => void = () => undefined;
  const asked = vi.fn((_: unknown, init: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        tell = (event, data) =>
          stream.enqueue(text.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        init.signal?.addEventListener("abort", () => stream.error(new DOMException("aborted", "AbortError")));
      },
    });
    return Promise.resolve(new Response(body));
  });
  vi.stubGlobal("fetch", asked);
  return { asked, tell: (event: string, data: unknown) => tell(event, data) };
}

function rendered(queries: QueryClient, run = wanted()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return { run, ...renderHook(() => useRun(run), { wrapper }) };
}

describe("work that a stream tells of", () => {
  beforeEach(() => {
    vi.unstubAllGlobals();
    works.set([]);
  });

  it("goes on when its screen is left, and its result is there when one comes back", async () => {
    const server = served();
    const queries = new QueryClient();
    const first = rendered(queries);
    act(() => first.result.current.begin());
    act(() => first.result.current.begin());
    await waitFor(() => expect(server.asked).toHaveBeenCalledTimes(1));
    server.tell("progress", { done: 1 });
    await waitFor(() => expect(first.result.current.told).toEqual({ done: 1 }));
    expect(works.get()[0]).toMatchObject({ share: 0.5, detail: "1 of 2", path: "/compare" });
    first.unmount();

    server.tell("done", { answer: 42 });
    await waitFor(() => expect(works.get()[0]?.state).toBe("done"));
    const again = rendered(queries, first.run);
    expect(again.result.current).toMatchObject({ result: { answer: 42 }, running: false, error: null });
  });

  it("is stopped without an error, and can be begun again", async () => {
    const server = served();
    const { result } = rendered(new QueryClient());
    act(() => result.current.begin());
    await waitFor(() => expect(server.asked).toHaveBeenCalledTimes(1));
    act(() => result.current.stop());
    await waitFor(() => expect(result.current).toMatchObject({ stopped: true, running: false, error: null }));
    expect(works.get()).toEqual([]);
    act(() => result.current.begin());
    await waitFor(() => expect(server.asked).toHaveBeenCalledTimes(2));
    expect(result.current.running).toBe(true);
  });

  it("keeps what the server says of its end", async () => {
    const server = served();
    const { result } = rendered(new QueryClient());
    act(() => result.current.begin());
    await waitFor(() => expect(server.asked).toHaveBeenCalled());
    server.tell("error", { status: 404, title: "Not Found", detail: "there is no document 'a'", remedy: "" });
    await waitFor(() => expect(result.current.error).toMatchObject({ status: 404 }));
    expect(result.current).toMatchObject({ running: false, stopped: false });
    expect(works.get()[0]?.state).toBe("failed");
  });
});
