import { API, ApiError, errorFrom, type Schemas, UnreachableError } from "@/api/client";
import { words } from "@/words";
import { errorText, isAbort } from "./error-text";
import { noticeJobs } from "./jobs";
import { Store } from "./store";
import { isUnsent, nextUploads, NO_UPLOADS, reduceUploads, type Upload, type UploadAction } from "./uploads";

export const uploads = new Store(NO_UPLOADS);

const change = (action: UploadAction) => uploads.set((state) => reduceUploads(state, action));

/** Waits between attempts while the server does not answer; after the last, sending pauses until somebody goes on. */
const WAITS_MS = [1000, 2000, 4000, 8000, 15_000];
const BUSY = new Set([408, 429, 503]);

let last = 0;
let sending: { ids: number[]; abort: AbortController } | null = null;

/** Send files to a collection, or to the default one, one request after the other. */
export function addFiles(files: readonly File[], collection: string | null): void {
  if (files.length === 0) return;
  const batch = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  const added = files.map<Upload>((file) => ({
    id: ++last,
    file,
    name: file.name,
    collection,
    batch,
    state: "waiting",
    share: 0,
    job: null,
    document: null,
    problem: null,
    again: false,
  }));
  change({ type: "added", uploads: added });
  void send();
}

/** A large file that is being sent begins again later: of one that has not arrived completely the server keeps nothing. */
export function pauseUploads(): void {
  change({ type: "paused", stopped: null });
  if (sending?.ids.length === 1) sending.abort.abort();
}

export function resumeUploads(): void {
  change({ type: "resumed" });
  void send();
}

export function cancelUploads(ids: readonly number[]): void {
  change({ type: "cancelled", ids });
  if (sending?.ids.every((id) => ids.includes(id))) sending.abort.abort();
}

export function retryUploads(ids: readonly number[]): void {
  change({ type: "retried", ids });
  resumeUploads();
}

export function clearUploads(): void {
  change({ type: "cleared" });
}

export function warnWhileSending(event: BeforeUnloadEvent): void {
  if (uploads.get().uploads.some(isUnsent)) event.preventDefault();
}

async function send(): Promise<void> {
  if (sending !== null) return;
  for (let failures = 0; ;) {
    const next = nextUploads(uploads.get());
    if (next.length === 0) return;
    const ids = next.map((upload) => upload.id);
    const request = { ids, abort: new AbortController() };
    sending = request;
    change({ type: "began", ids });
    let wait: number | null = null;
    try {
      await sendTogether(next, request.abort.signal);
      failures = 0;
    } catch (error) {
      change({ type: "returned", ids });
      if (!isAbort(error)) wait = after(error, failures++);
    }
    if (wait !== null) await new Promise((resolve) => setTimeout(resolve, wait));
    sending = null;
  }
}

/** How long to wait before the next attempt; sending pauses where waiting does not help. */
function after(error: unknown, failures: number): number | null {
  const wait = WAITS_MS[failures];
  if (wait === undefined || (error instanceof ApiError && !BUSY.has(error.status))) {
    change({ type: "paused", stopped: errorText(error) });
    return null;
  }
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(wait, asked);
}

/** What the server says of a request that failed, with the files that it took before. */
type UploadProblem = Partial<Schemas["Problem"]> & { taken?: Schemas["UploadedFile"][] };

async function sendTogether(together: readonly Upload[], signal: AbortSignal): Promise<void> {
  const readable = await onlyReadable(together);
  const [first] = readable;
  if (first === undefined) return;
  const ids = readable.map((upload) => upload.id);
  const form = new FormData();
  form.append("batch", first.batch); // fields come before files
  for (const upload of readable) form.append("files", upload.file, upload.name);
  const path =
    first.collection === null ? "documents" : `collections/${encodeURIComponent(first.collection)}/documents`;
  const answer = await post(new URL(path, API), form, signal, (bytes) =>
    change({ type: "sent", ids, bytes }),
  );
  if (answer.status < 300) {
    const receipt = answer.body as Schemas["Receipt"];
    change({ type: "received", ids, files: receipt.files });
  } else {
    refuse(ids, answer.status, answer.retryAfterSeconds, answer.body as UploadProblem);
  }
  noticeJobs();
}

/** One file was the reason; those before it were taken, those after it go with the next request. */
function refuse(ids: readonly number[], status: number, wait: number | null, problem: UploadProblem): void {
  const taken = problem.taken ?? [];
  change({ type: "received", ids, files: taken });
  const error = errorFrom(status, problem, wait);
  // Nobody is logged in, the disk is full, the server is busy: no fault of the file.
  if (status === 401 || status >= 500 || BUSY.has(status)) throw error;
  const left = ids.slice(taken.length);
  // What may not go into this collection at all is not tried file by file.
  const concerned = status === 403 || status === 404 ? left : left.slice(0, 1);
  change({ type: "refused", ids: concerned, problem: errorText(error), again: status !== 413 });
  change({ type: "returned", ids: left.slice(concerned.length) });
}

/** Files that were moved or may not be read would look like a broken connection. */
async function onlyReadable(together: readonly Upload[]): Promise<Upload[]> {
  const readable: Upload[] = [];
  for (const upload of together) {
    try {
      await upload.file.slice(0, 1).arrayBuffer();
      readable.push(upload);
    } catch {
      const problem = { what: words.states.unreadableFile, remedy: "" };
      change({ type: "refused", ids: [upload.id], problem, again: true });
    }
  }
  return readable;
}

interface PostAnswer {
  status: number;
  body: unknown;
  retryAfterSeconds: number | null;
}

/** `fetch` does not tell how much was sent. */
function post(
  address: URL,
  form: FormData,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", address);
    request.responseType = "json";
    request.upload.onprogress = (event) => onSent(event.loaded);
    request.onload = () => {
      const wait = Number(request.getResponseHeader("Retry-After"));
      resolve({
        status: request.status,
        body: request.response ?? {},
        retryAfterSeconds: wait > 0 ? wait : null,
      });
    };
    request.onerror = () => reject(new UnreachableError(null));
    request.onabort = () => reject(new DOMException("stopped", "AbortError"));
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop);
    if (signal.aborted) request.onabort(new ProgressEvent("abort"));
    else request.send(form);
  });
}
