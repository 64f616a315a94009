import { client } from "@/api/client";
import { cancelJob, noticeJobs, retryJob } from "@/lib/jobs";
import { cancelUploads, retryUploads } from "@/lib/send-uploads";
import { showError } from "@/lib/toasts";
import type { TrayRow } from "./tray-rows";

/** Stop what the rows stand for; files that were handed in together are stopped by one request. */
export function cancelRows(rows: readonly TrayRow[]): void {
  cancelUploads(rows.flatMap(({ of }) => ("upload" in of ? [of.upload.id] : [])));
  for (const { of } of rows) if ("work" in of) of.work.cancel?.();
  const jobs = rows.flatMap(({ of }) => ("job" in of ? [of.job] : []));
  const [only] = jobs;
  if (only && jobs.length === 1) {
    cancelJob(only.id).catch(showError);
    return;
  }
  const batches = new Set(jobs.map((job) => job.batch).filter(Boolean));
  const alone = jobs.filter((job) => !job.batch);
  const requests = [
    ...[...batches].map((batch) => client.POST("/api/v1/jobs/cancel", { body: { batch } })),
    ...alone.map((job) => cancelJob(job.id)),
  ];
  Promise.all(requests).then(noticeJobs, showError);
}

export function retryRows(rows: readonly TrayRow[]): void {
  const files = rows.flatMap(({ of }) => ("upload" in of ? [of.upload.id] : []));
  if (files.length > 0) retryUploads(files);
  for (const { of } of rows) if ("job" in of) retryJob(of.job.id).catch(showError);
}
