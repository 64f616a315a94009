import { TriangleAlert } from "lucide-react";
import type { DocumentEntry, Job } from "@/api/shapes";
import { Progress } from "@/components/progress";
import { documentName } from "@/lib/format";
import { warningsText, warningText } from "@/lib/warning-text";
import { library } from "@/words/en/library";
import styles from "./document-status.module.css";

/** In words: what one should know of a document before trusting it, or how far reading it again is. */
export function DocumentStatus({ document, job }: { document: DocumentEntry; job: Job | undefined }) {
  if (job) {
    return (
      <span className={styles.reading}>
        {library.table.readAgain}
        <Progress
          label={`${library.table.readAgain}: ${documentName(document)}`}
          share={job.state === "running" ? job.progress.share : null}
        />
      </span>
    );
  }
  if (document.warnings.length === 0) return <span className={styles.ready}>{library.table.ready}</span>;
  const whole = document.warnings.map(warningText).join("\n");
  return (
    <span className={styles.warning} title={whole}>
      <TriangleAlert aria-hidden="true" />
      <span>{warningsText(document.warnings)}</span>
    </span>
  );
}
