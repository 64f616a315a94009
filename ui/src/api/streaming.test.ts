import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, UnreachableError } from "./client";
import { follow } from "./streaming";

function answering(parts: string[], init: ResponseInit = {}) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(body, init))),
  );
}

async function all(path = "ask/stream") {
  const events: unknown[] = [];
  for await (const event of follow(path, { body: {} })) events.push(event);
  return events;
}

afterEach(() => vi.unstubAllGlobals());

describe("follow", () => {
  it("gives events until done, however they are cut", async () => {
    answering([
      "event: stage\nda",
      'ta: {"name":"read"}\n\n: alive\n\nevent: done\ndata: {"ok":',
      "true}\n\n",
    ]);
    expect(await all()).toEqual([
      { event: "stage", data: { name: "read" }, id: "" },
      { event: "done", data: { ok: true }, id: "" },
    ]);
  });

  it("throws what the server says went wrong", async () => {
    answering([
      'event: error\ndata: {"title":"Stopping","status":503,"detail":"the server stops","remedy":"Ask again."}\n\n',
    ]);
    const error = await all().catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503, message: "the server stops", remedy: "Ask again." });
  });

  it("does not take a connection that breaks for an end", async () => {
    answering(['event: stage\ndata: {"name":"read"}\n\n']);
    await expect(all()).rejects.toBeInstanceOf(UnreachableError);
  });

  it("tells a refusal with its remedy and how long to wait", async () => {
    answering(['{"title":"Too many","status":429,"detail":"too many questions","remedy":"Wait."}'], {
      status: 429,
      headers: { "Retry-After": "7" },
    });
    const error = await all().catch((one: unknown) => one);
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 7, remedy: "Wait." });
  });
});
