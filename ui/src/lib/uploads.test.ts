import { describe, expect, it } from "vitest";
import { nextUploads, NO_UPLOADS, reduceUploads, type Upload, type UploadAction } from "./uploads";

const upload = (id: number, size: number, change: Partial<Upload> = {}): Upload => ({
  id,
  file: new File([new Uint8Array(size)], `${id}.pdf`),
  name: `${id}.pdf`,
  collection: null,
  batch: "b",
  state: "waiting",
  share: 0,
  job: null,
  document: null,
  problem: null,
  again: false,
  ...change,
});
const after = (uploads: Upload[], ...actions: UploadAction[]) =>
  actions.reduce(reduceUploads, { ...NO_UPLOADS, uploads });
const states = (uploads: readonly Upload[]) => uploads.map((one) => one.state);
const received = (state: "queued" | "known" | "refused", job: string | null = null, note = "") => ({
  name: "x",
  size: 1,
  state,
  job,
  document: null,
  note,
});

describe("files on their way", () => {
  it("go together where they are small and go to the same place, else alone", () => {
    const small = [1, 2, 3].map((id) => upload(id, 10));
    expect(nextUploads(after([...small, upload(4, 10, { collection: "c" })])).map((one) => one.id)).toEqual([
      1, 2, 3,
    ]);
    expect(nextUploads(after([upload(1, 5_000_000), ...small])).map((one) => one.id)).toEqual([1]);
    expect(nextUploads(after([upload(1, 3_000_000), upload(2, 3_000_000)])).map((one) => one.id)).toEqual([
      1,
    ]);
    expect(nextUploads(after(Array.from({ length: 20 }, (_, id) => upload(id, 1))))).toHaveLength(8);
  });

  it("stay where they are while sending is paused", () => {
    const paused = after([upload(1, 10)], { type: "paused", stopped: null });
    expect(nextUploads(paused)).toEqual([]);
    expect(nextUploads(reduceUploads(paused, { type: "resumed" }))).toHaveLength(1);
  });

  it("share the bytes of a request in their order", () => {
    const sent = after([upload(1, 100), upload(2, 100), upload(3, 0)], {
      type: "sent",
      ids: [1, 2, 3],
      bytes: 150,
    });
    expect(sent.uploads.map((one) => one.share)).toEqual([1, 0.5, 1]);
  });

  it("become what the receipt says of each, in its order", () => {
    const state = after([upload(1, 1), upload(2, 1), upload(3, 1), upload(4, 1)], {
      type: "received",
      ids: [1, 2, 3],
      files: [received("queued", "j1"), received("known"), received("refused", null, "the file is empty")],
    });
    expect(states(state.uploads)).toEqual(["taken", "known", "refused", "waiting"]);
    expect(state.uploads[0]?.job).toBe("j1");
    expect(state.uploads[2]?.problem?.what).toBe("the file is empty");
  });

  it("are tried again only where they were refused, and cancelled only before they were taken", () => {
    const problem = { what: "no", remedy: "" };
    const mixed = [
      upload(1, 1, { state: "taken" }),
      upload(2, 1, { state: "refused", problem }),
      upload(3, 1, { state: "sending" }),
    ];
    expect(states(after(mixed, { type: "retried", ids: [1, 2, 3] }).uploads)).toEqual([
      "taken",
      "waiting",
      "sending",
    ]);
    expect(after(mixed, { type: "cancelled", ids: [1, 2, 3] }).uploads.map((one) => one.id)).toEqual([1, 2]);
    expect(after(mixed, { type: "returned", ids: [1, 3] }).uploads.map((one) => one.state)).toEqual([
      "taken",
      "refused",
      "waiting",
    ]);
    expect(after(mixed, { type: "cleared" }).uploads.map((one) => one.id)).toEqual([3]);
  });
});
