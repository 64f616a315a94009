import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { someAnswer, someTurn } from "@/testing/answers";
import { putTurn } from "./queries";
import { RefusalView } from "./refusal";
import type { Asking } from "./use-asking";

const CONVERSATION = "0f6cf7a1d8b44c0f9a02";
const suggestions = { collections: [{ id: "c1", name: "Contracts" }], words: ["termination"] };
const answer = someAnswer({ refused: true, reason: "weak_evidence", citations: [], sentences: [] });
const asking: Asking = {
  live: null,
  beginning: false,
  ask: () => Promise.resolve(true),
  again: vi.fn(),
  stop: vi.fn(),
  retry: vi.fn(),
  takeBack: vi.fn(),
};

function shown({ latest, queries = new QueryClient() }: { latest: boolean; queries?: QueryClient }) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(suggestions)));
  vi.stubGlobal("fetch", fetched);
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <RefusalView
          conversation={CONVERSATION}
          turn={someTurn(2, { answer })}
          answer={answer}
          latest={latest}
          asking={asking}
          onAgain={vi.fn()}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return fetched;
}

describe("what may help after a refusal", () => {
  it("is asked for where a conversation is opened again", async () => {
    const fetched = shown({ latest: true });
    expect(await screen.findByText("termination")).toBeInTheDocument();
    expect(screen.getByText(/Contracts/)).toBeInTheDocument();
    const [asked] = fetched.mock.calls[0] ?? [];
    expect(asked instanceof Request && new URL(asked.url).pathname).toBe(
      `/api/v1/conversations/${CONVERSATION}/turns/2/suggestions`,
    );
  });

  it("is there at once where the answer brought it", () => {
    const queries = new QueryClient();
    putTurn(queries, CONVERSATION, someTurn(2, { answer: { ...answer, suggestions } }));
    const fetched = shown({ latest: true, queries });
    expect(screen.getByText("termination")).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
  });

  it("is not asked for again and again above the last question", () => {
    expect(shown({ latest: false })).not.toHaveBeenCalled();
  });
});
