import type { Job } from "@/api/shapes";
import { jobText } from "@/lib/job-text";
import { isUnderWay } from "@/lib/jobs";
import { isUnsent, type Upload } from "@/lib/uploads";
import { tray } from "@/words/en/tray";

export type Step = "add" | "read" | "ask";

/** How far somebody is: nothing there, something being read, something to ask. */
export function stepOf(documents: number, reading: boolean): Step {
  if (documents > 0 && !reading) return "ask";
  return documents > 0 || reading ? "read" : "add";
}

/** A file on its way, from the moment it was chosen. */
export interface FileOnItsWay {
  key: string;
  name: string;
  /** 0…1; null while it waits. */
  share: number | null;
  state: "sending" | "waiting" | "reading" | "done" | "failed";
  /** How far it is; of one that failed why, and what helps. */
  text: string;
}

const STATES: Readonly<Record<Job["state"], FileOnItsWay["state"] | null>> = {
  queued: "waiting",
  running: "reading",
  done: "done",
  failed: "failed",
  cancelled: null,
};

/** Files that are being sent, then those that the server reads or has read, the ones that move first. */
export function filesOnTheirWay(uploads: readonly Upload[], jobs: Iterable<Job>): FileOnItsWay[] {
  const sending = uploads
    .filter((upload) => isUnsent(upload) || upload.state === "refused")
    .map((upload): FileOnItsWay => ({
      key: `upload ${upload.id}`,
      name: upload.name,
      share: upload.state === "sending" ? upload.share : null,
      state: upload.state === "refused" ? "failed" : upload.state === "sending" ? "sending" : "waiting",
      text: uploadText(upload),
    }));
  const read = [...jobs].flatMap((job): FileOnItsWay[] => {
    const state = STATES[job.state];
    if (job.kind !== "add" || state === null) return [];
    return [
      {
        key: job.id,
        name: job.file_name,
        share: isUnderWay(job) ? (job.state === "running" ? job.progress.share : null) : 1,
        state,
        text: [jobText(job), state === "failed" ? job.remedy : ""].join(" ").trim(),
      },
    ];
  });
  const order = { sending: 0, reading: 1, failed: 2, waiting: 3, done: 4 };
  return [...sending, ...read].sort((one, other) => order[one.state] - order[other.state]);
}

function uploadText({ state, share, problem }: Upload): string {
  if (problem) return `${problem.what} ${problem.remedy}`.trim();
  return state === "sending" ? tray.state.sending(Math.round(share * 100)) : tray.state.waitsToBeSent;
}
