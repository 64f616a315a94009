import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  addFiles,
  cancelUploads,
  clearUploads,
  resumeUploads,
  retryUploads,
  uploads,
  warnWhileSending,
} from "./send-uploads";

interface Sent {
  address: string;
  names: string[];
  fields: string[];
}
type Reply = { status: number; body: unknown; wait?: string } | "broken";

const sent: Sent[] = [];
let replies: Reply[] = [];

/** What the browser's request does as far as sending needs it; answers as the test says, in order. */
class FakeRequest {
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  response: unknown = null;
  #wait: string | null = null;
  #address = "";

  open(_method: string, address: URL) {
    this.#address = address.pathname;
  }

  getResponseHeader() {
    return this.#wait;
  }

  abort() {
    this.onabort?.();
  }

  send(form: FormData) {
    const names = form.getAll("files").map((file) => (file as File).name);
    sent.push({ address: this.#address, names, fields: [...form.keys()] });
    const reply = replies.shift();
    queueMicrotask(() => {
      if (reply === undefined) return; // it is still being sent
      if (reply === "broken") this.onerror?.();
      else {
        this.status = reply.status;
        this.response = reply.body;
        this.#wait = reply.wait ?? null;
        this.onload?.();
      }
      this.onloadend?.();
    });
  }
}

const file = (name: string) => new File(["x"], name);
const queued = (...names: string[]) => ({
  status: 202,
  body: { batch: "b", files: names.map((name) => taken(name)) },
});
const taken = (name: string) => ({
  name,
  size: 1,
  state: "queued",
  job: `job of ${name}`,
  document: null,
  note: "",
});
const states = () => uploads.get().uploads.map((one) => `${one.name} ${one.state}`);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});
afterEach(() => {
  cancelUploads(uploads.get().uploads.map((one) => one.id));
  clearUploads();
  resumeUploads();
  sent.length = 0;
  replies = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("sending files", () => {
  it("brings them to their collection, fields first, and keeps their jobs", async () => {
    replies = [queued("a.pdf", "b.pdf")];
    addFiles([file("a.pdf"), file("b.pdf")], "c1");
    await vi.advanceTimersByTimeAsync(10);
    expect(sent).toEqual([
      {
        address: "/api/v1/collections/c1/documents",
        names: ["a.pdf", "b.pdf"],
        fields: ["batch", "files", "files"],
      },
    ]);
    expect(states()).toEqual(["a.pdf taken", "b.pdf taken"]);
    expect(uploads.get().uploads[1]?.job).toBe("job of b.pdf");
  });

  it("keeps what was taken before a file was refused, and goes on with those after it", async () => {
    const problem = {
      status: 413,
      detail: "b.pdf is larger than 5 bytes",
      remedy: "Split it.",
      taken: [taken("a.pdf")],
    };
    replies = [{ status: 413, body: problem }, queued("c.pdf")];
    addFiles([file("a.pdf"), file("b.pdf"), file("c.pdf")], null);
    await vi.advanceTimersByTimeAsync(10);
    expect(sent.map((one) => one.names)).toEqual([["a.pdf", "b.pdf", "c.pdf"], ["c.pdf"]]);
    expect(states()).toEqual(["a.pdf taken", "b.pdf refused", "c.pdf taken"]);
    expect(uploads.get().uploads[1]).toMatchObject({ problem: { remedy: "Split it." }, again: false });
  });

  it("waits while the server is away or busy, as long as it is asked to", async () => {
    replies = ["broken", { status: 503, body: { detail: "busy" }, wait: "20" }, queued("a.pdf")];
    addFiles([file("a.pdf")], null);
    await vi.advanceTimersByTimeAsync(1500);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(6000);
    expect(states()).toEqual(["a.pdf taken"]);
  });

  it("pauses where waiting does not help, and says why", async () => {
    replies = [{ status: 507, body: { detail: "there is no room on the disk", remedy: "Free some space." } }];
    addFiles([file("a.pdf")], null);
    await vi.advanceTimersByTimeAsync(10);
    expect(uploads.get()).toMatchObject({
      paused: true,
      stopped: { what: "There is no room on the disk.", remedy: "Free some space." },
    });
    expect(states()).toEqual(["a.pdf waiting"]);
    replies = [queued("a.pdf")];
    resumeUploads();
    await vi.advanceTimersByTimeAsync(10);
    expect(states()).toEqual(["a.pdf taken"]);
  });

  it("tries a refused file again when it is asked to", async () => {
    replies = [{ status: 403, body: { detail: "you may read it only" } }, queued("a.pdf")];
    addFiles([file("a.pdf")], "c1");
    await vi.advanceTimersByTimeAsync(10);
    expect(states()).toEqual(["a.pdf refused"]);
    retryUploads(uploads.get().uploads.map((one) => one.id));
    await vi.advanceTimersByTimeAsync(10);
    expect(states()).toEqual(["a.pdf taken"]);
  });

  it("holds whoever leaves the page before all is sent, and nobody after", async () => {
    const leaves = () => {
      const event = new Event("beforeunload", { cancelable: true });
      warnWhileSending(event);
      return event.defaultPrevented;
    };
    addFiles([file("a.pdf")], null);
    await vi.advanceTimersByTimeAsync(10);
    expect(leaves()).toBe(true);
    cancelUploads(uploads.get().uploads.map((one) => one.id));
    await vi.advanceTimersByTimeAsync(10);
    expect([leaves(), states().length]).toEqual([false, 0]);
  });
});
