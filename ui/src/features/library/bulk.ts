import { client, must, type Schemas } from "@/api/client";
import { sentence } from "@/lib/error-text";
import { library } from "@/words/en/library";

/** So many documents a request may name. */
const MOST = 200;

/** What is done, without with which. */
export type BulkWanted =
  | Omit<Schemas["Delete"], "documents">
  | Omit<Schemas["MoveAll"], "documents">
  | Omit<Schemas["AddAll"], "documents">
  | Omit<Schemas["ReindexAll"], "documents">;

export interface BulkResult {
  done: string[];
  failed: { document: string; detail: string }[];
  /** Those that were begun. */
  jobs: string[];
}

/** Do the same with documents, however many; each succeeds or fails alone. */
export async function changeDocuments(
  documents: readonly string[],
  wanted: BulkWanted,
  { keepalive = false } = {},
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [], jobs: [] };
  for (let start = 0; start < documents.length; start += MOST) {
    const body = { ...wanted, documents: documents.slice(start, start + MOST) };
    const { items } = must(await client.POST("/api/v1/documents/bulk", { body, keepalive }));
    for (const { document, done, detail, job } of items) {
      if (done) result.done.push(document);
      else result.failed.push({ document, detail });
      if (job) result.jobs.push(job);
    }
  }
  return result;
}

/** What did not work, in one sentence; null where all did. */
export function failureText({ done, failed }: BulkResult): string | null {
  const [first] = failed;
  if (!first) return null;
  const reason = sentence(first.detail);
  return failed.length === 1 && done.length === 0
    ? reason
    : library.told.partly(failed.length, failed.length + done.length, reason);
}
