import { secondsText } from "@/lib/format";
import { isUnderWay } from "@/lib/jobs";
import { isUnsent } from "@/lib/uploads";
import { tray } from "@/words/en/tray";
import { jobsToTell, type TraySources } from "./tray-rows";

export interface TraySummary {
  text: string;
  /** Of all that is under way, 0…1; null when nothing is, or nothing tells. */
  share: number | null;
  active: boolean;
  failures: boolean;
}

/** The tray in one line: "Reading 3 of 12 documents · 4 min left"; null when there is nothing to tell. */
export function traySummary(sources: TraySources): TraySummary | null {
  const { uploads, works, jobs } = sources;
  const told = jobsToTell(sources);
  const files = uploads.uploads;
  const unsent = files.filter(isUnsent);
  const reading = told.filter(isUnderWay);
  const running = works.filter((work) => work.state === "running");
  if (files.length + told.length + works.length === 0) return null;

  const refused = files.filter((upload) => upload.state === "refused").length;
  const failed = told.filter((job) => job.state === "failed").length + refused;
  const failures = failed > 0 || works.some((work) => work.state === "failed");
  if (unsent.length === 0 && reading.length === 0 && running.length === 0) {
    return { text: endText(sources, failed), share: null, active: false, failures };
  }

  // Of a file that is still to be sent nothing is read yet.
  const total = told.length + unsent.length;
  const ended = told.length - reading.length;
  const now = reading.filter((job) => job.state === "running");
  const parts: string[] = [];
  if (uploads.paused && unsent.length > 0) parts.push(tray.paused(unsent.length));
  else if (reading.length === 0 && unsent.length > 0) {
    const sent = files.length - unsent.length;
    parts.push(tray.sending(Math.min(sent + 1, files.length), files.length));
  }
  const [only] = reading;
  if (only && total === 1) parts.push(tray.readingOne(only.file_name));
  else if (only) parts.push(tray.reading(Math.min(ended + Math.max(now.length, 1), total), total));
  const [work, ...others] = running;
  if (work && parts.length === 0) {
    parts.push(work.detail ? `${work.label}: ${work.detail}` : work.label);
    if (others.length > 0) parts.push(tray.andMore(others.length));
  } else if (work) parts.push(tray.andMore(running.length));
  if (only && jobs.secondsLeft !== null && jobs.secondsLeft >= 1) {
    parts.push(tray.left(secondsText(Math.ceil(jobs.secondsLeft))));
  }
  const done = ended + now.reduce((sum, job) => sum + job.progress.share, 0);
  const share = total > 0 ? done / total : (work?.share ?? null);
  return { text: parts.join(" · "), share, active: true, failures };
}

function endText(sources: TraySources, failed: number): string {
  const done = jobsToTell(sources).filter((job) => job.state === "done").length;
  const known = sources.uploads.uploads.filter((upload) => upload.state === "known").length;
  const parts = sources.works.map((work) =>
    work.state === "done" ? tray.workDone(work.label) : tray.workFailed(work.label),
  );
  if (done > 0) parts.push(tray.finished(done));
  if (known > 0) parts.push(tray.known(known));
  if (failed > 0) parts.push(tray.failed(failed));
  // Of what was taken, the server's word has not come yet.
  if (parts.length === 0) parts.push(tray.sent(sources.uploads.uploads.length));
  return parts.join(" · ");
}
