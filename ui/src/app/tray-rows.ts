import type { Job } from "@/api/shapes";
import { sentence } from "@/lib/error-text";
import { jobText } from "@/lib/job-text";
import { canRetry, isUnderWay, type JobsState } from "@/lib/jobs";
import { documentPath } from "@/lib/place";
import type { Upload, UploadsState } from "@/lib/uploads";
import type { Work } from "@/lib/work";
import { tray } from "@/words/en/tray";

/** One line of the tray, whatever it stands for. */
export interface TrayRow {
  key: string;
  name: string;
  state: "running" | "waiting" | "failed" | "done";
  text: string;
  remedy: string;
  /** 0…1 while it runs; null where that is not known. */
  share: number | null;
  secondsLeft: number | null;
  /** Where its result is seen. */
  path: string | null;
  password: boolean;
  retry: boolean;
  cancel: boolean;
  of: { upload: Upload } | { job: Job } | { work: Work };
}

export interface TraySources {
  uploads: UploadsState;
  jobs: JobsState;
  works: readonly Work[];
  /** Jobs that ended up to this version are not told of: they ended before the page was opened. */
  since: number;
  /** Failures up to this version were put away. */
  seen: number;
}

const STATES = {
  queued: "waiting",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "done",
} as const satisfies Record<Job["state"], TrayRow["state"]>;
const ORDER = { running: 0, failed: 1, waiting: 2, done: 3 } as const;

export function trayRows(sources: TraySources): TrayRow[] {
  const told = jobsToTell(sources);
  const rows = [
    ...sources.works.map(ofWork),
    ...sources.uploads.uploads.filter((upload) => upload.state !== "taken").map(ofUpload),
    ...told.map(ofJob),
  ];
  return rows.sort((one, other) => ORDER[one.state] - ORDER[other.state]);
}

/**
 * Jobs under way with those of the same uploads, what ended since the page was opened, and failures not put away. What
 * was sent from here may have ended before the first list came.
 */
export function jobsToTell({ jobs, uploads, since, seen }: TraySources): Job[] {
  const all = [...jobs.jobs.values()];
  const sent = new Set(uploads.uploads.flatMap(({ job }) => job ?? []));
  const batches = new Set(all.filter(isUnderWay).map((job) => job.batch));
  batches.delete("");
  return all
    .filter((job) => {
      if (isUnderWay(job)) return true;
      if (job.state === "cancelled") return false;
      if (job.state === "failed") return job.version > seen;
      return ((job.version > since || sent.has(job.id)) && job.version > seen) || batches.has(job.batch);
    })
    .sort((one, other) => (one.created_at < other.created_at ? -1 : 1));
}

function ofJob(job: Job): TrayRow {
  return {
    key: `job ${job.id}`,
    name: job.file_name,
    state: STATES[job.state],
    text: jobText(job),
    remedy: job.state === "failed" ? job.remedy : "",
    share: job.state === "running" ? job.progress.share : null,
    secondsLeft: job.seconds_left,
    path: job.state === "done" && job.document !== null ? documentPath({ document: job.document }) : null,
    password: job.needs_password,
    retry: canRetry(job) && !job.needs_password,
    cancel: isUnderWay(job) && !job.cancelling,
    of: { job },
  };
}

const UPLOAD_STATES = {
  waiting: "waiting",
  sending: "running",
  taken: "done",
  known: "done",
  refused: "failed",
} as const satisfies Record<Upload["state"], TrayRow["state"]>;

function ofUpload(upload: Upload): TrayRow {
  const unsent = upload.state === "waiting" || upload.state === "sending";
  const texts = {
    waiting: tray.state.waitsToBeSent,
    sending: tray.state.sending(Math.round(upload.share * 100)),
    taken: tray.state.waits,
    known: tray.state.known(upload.document?.title ?? upload.name),
    refused: sentence(upload.problem?.what ?? ""),
  };
  return {
    key: `upload ${upload.id}`,
    name: upload.name,
    state: UPLOAD_STATES[upload.state],
    text: texts[upload.state],
    remedy: upload.problem?.remedy ?? "",
    share: upload.state === "sending" ? upload.share : null,
    secondsLeft: null,
    path: upload.document ? documentPath({ document: upload.document.id }) : null,
    password: false,
    retry: upload.state === "refused" && upload.again,
    cancel: unsent,
    of: { upload },
  };
}

function ofWork(work: Work): TrayRow {
  const fallback = work.state === "done" ? tray.state.finished : tray.state.working;
  return {
    key: `work ${work.id}`,
    name: work.label,
    state: work.state,
    text: work.failure?.what ?? (work.detail || fallback),
    remedy: work.failure?.remedy ?? "",
    share: work.share,
    secondsLeft: null,
    path: work.path,
    password: false,
    retry: false,
    cancel: work.cancel !== null,
    of: { work },
  };
}
