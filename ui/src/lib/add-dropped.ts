import { adding } from "@/words/en/adding";
import type { Dropped } from "./dropped-files";
import { addFiles } from "./send-uploads";
import { showToast } from "./toasts";

/** Send what was dropped, pasted or chosen, and say so. */
export function addDropped({ files, skipped }: Dropped, collection: string | null): void {
  addFiles(files, collection);
  const parts = [files.length > 0 ? adding.started(files.length) : adding.nothing];
  if (skipped > 0) parts.push(adding.skipped(skipped));
  // The tray tells of the files by itself: a word is needed only where some, or all, are missing.
  if (files.length === 0 || skipped > 0) showToast({ text: parts.join(". ") });
}
