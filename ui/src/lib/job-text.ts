import type { Job } from "@/api/shapes";
import { tray } from "@/words/en/tray";
import { sentence } from "./error-text";

/** What a job is doing, in words. */
export function jobText(job: Job): string {
  const { stage, pages, pages_done: done } = job.progress;
  if (job.state === "failed") return failureText(job);
  if (job.state === "done")
    return job.note ? sentence(job.note) : job.kind === "add" ? tray.state.done : tray.state.readAgain;
  if (job.cancelling) return tray.state.stopping;
  if (job.state === "queued") return job.next_attempt_at === null ? tray.state.waits : tray.state.waitsAgain;
  const page = Math.min(done + 1, pages);
  switch (stage) {
    case "reading":
      return pages > 0 ? tray.state.readingPages(page, pages) : tray.state.reading;
    case "indexing":
      return pages > 0 ? tray.state.indexingPages(page, pages) : tray.state.indexing;
    case "storing":
      return tray.state.storing;
    default:
      return tray.state.begins;
  }
}

/** Messages begin in lower case, but for the names of files, which stay as they are. */
function failureText({ failure, file_name: name }: Job): string {
  return failure.startsWith(name) ? name + sentence(failure).slice(name.length) : sentence(failure);
}
