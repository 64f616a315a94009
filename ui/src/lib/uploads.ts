import type { Schemas } from "@/api/client";
import type { ErrorText } from "./error-text";

/** One file on its way to the server. What becomes of it there is a job: see lib/jobs. */
export interface Upload {
  id: number;
  file: File;
  name: string;
  /** Where it goes; null for the own collection of what goes to none by name. */
  collection: string | null;
  /** Common to what was dropped together. */
  batch: string;
  state: "waiting" | "sending" | "taken" | "known" | "refused";
  /** 0…1, while it is sent. */
  share: number;
  /** Its job, once it was taken. */
  job: string | null;
  /** What the collection has already, where it was known. */
  document: Schemas["DocumentRef"] | null;
  problem: ErrorText | null;
  /** Whether sending it once more may help. */
  again: boolean;
}

export interface UploadsState {
  uploads: readonly Upload[];
  paused: boolean;
  /** Why it stopped by itself: the server is not there, the disk is full. */
  stopped: ErrorText | null;
}

export const NO_UPLOADS: UploadsState = { uploads: [], paused: false, stopped: null };

/** A request brings small files together, so that a folder of notes does not take a request for each. */
const FEW = 8;
const SMALL_BYTES = 4_000_000;

export type UploadAction =
  | { type: "added"; uploads: readonly Upload[] }
  | { type: "began"; ids: readonly number[] }
  | { type: "sent"; ids: readonly number[]; bytes: number }
  | { type: "received"; ids: readonly number[]; files: readonly Schemas["UploadedFile"][] }
  /** Not sent: they wait again. */
  | { type: "returned"; ids: readonly number[] }
  | { type: "refused"; ids: readonly number[]; problem: ErrorText; again: boolean }
  | { type: "cancelled"; ids: readonly number[] }
  | { type: "retried"; ids: readonly number[] }
  | { type: "paused"; stopped: ErrorText | null }
  | { type: "resumed" }
  /** Take what was taken, known or refused out of the list. */
  | { type: "cleared" };

export function reduceUploads(state: UploadsState, action: UploadAction): UploadsState {
  switch (action.type) {
    case "added":
      return { ...state, uploads: [...state.uploads, ...action.uploads] };
    case "began":
      return changed(state, action.ids, (upload) => ({ ...upload, state: "sending", share: 0 }));
    case "sent":
      return spread(state, action.ids, action.bytes);
    case "received":
      return action.files.reduce((next, file, place) => {
        const id = action.ids[place];
        return id === undefined ? next : changed(next, [id], (upload) => settled(upload, file));
      }, state);
    case "returned":
      return changed(state, action.ids, (upload) =>
        upload.state === "sending" ? { ...upload, state: "waiting", share: 0 } : upload,
      );
    case "refused":
      return changed(state, action.ids, (upload) => ({
        ...upload,
        state: "refused",
        problem: action.problem,
        again: action.again,
      }));
    case "cancelled": {
      const gone = new Set(action.ids);
      const uploads = state.uploads.filter((upload) => !gone.has(upload.id) || !isUnsent(upload));
      return { ...state, uploads };
    }
    case "retried":
      return changed(state, action.ids, (upload) =>
        upload.state === "refused" ? { ...upload, state: "waiting", share: 0, problem: null } : upload,
      );
    case "paused":
      return { ...state, paused: true, stopped: action.stopped };
    case "resumed":
      return { ...state, paused: false, stopped: null };
    case "cleared":
      return { ...state, uploads: state.uploads.filter(isUnsent) };
  }
}

export const isUnsent = (upload: Upload): boolean => upload.state === "waiting" || upload.state === "sending";

/** What the next request brings: a large file alone, or some small ones for the same place. */
export function nextUploads(state: UploadsState): Upload[] {
  if (state.paused) return [];
  const [first, ...others] = state.uploads.filter((upload) => upload.state === "waiting");
  if (first === undefined) return [];
  const together = [first];
  let bytes = first.file.size;
  for (const upload of others) {
    bytes += upload.file.size;
    if (together.length === FEW || bytes > SMALL_BYTES) break;
    if (upload.collection !== first.collection || upload.batch !== first.batch) break;
    together.push(upload);
  }
  return together;
}

function changed(
  state: UploadsState,
  ids: readonly number[],
  change: (upload: Upload) => Upload,
): UploadsState {
  const which = new Set(ids);
  return {
    ...state,
    uploads: state.uploads.map((upload) => (which.has(upload.id) ? change(upload) : upload)),
  };
}

/** The files of a request are sent one after the other: so many bytes have left. */
function spread(state: UploadsState, ids: readonly number[], bytes: number): UploadsState {
  let left = bytes;
  return changed(state, ids, (upload) => {
    const size = upload.file.size;
    const share = size === 0 ? 1 : Math.max(0, Math.min(1, left / size));
    left -= size;
    return { ...upload, share };
  });
}

function settled(upload: Upload, file: Schemas["UploadedFile"]): Upload {
  switch (file.state) {
    case "queued":
      return { ...upload, state: "taken", share: 1, job: file.job };
    case "known":
      return { ...upload, state: "known", share: 1, document: file.document };
    case "refused":
      return { ...upload, state: "refused", problem: { what: file.note, remedy: "" }, again: false };
  }
}
