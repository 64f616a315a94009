import { Progress } from "@/components/progress";
import { secondsText } from "@/lib/format";
import { jobsState } from "@/lib/jobs";
import { uploads } from "@/lib/send-uploads";
import { useStore } from "@/lib/store";
import { start } from "@/words/en/start";
import { filesOnTheirWay } from "./first-steps";
import styles from "./start.module.css";

const words = start.read;
const MOST = 6;

/** The files as they are read. */
export function ReadStep({ current }: { current: boolean }) {
  const jobs = useStore(jobsState);
  const files = filesOnTheirWay(useStore(uploads).uploads, jobs.jobs.values());
  const failed = files.filter(({ state }) => state === "failed").length;
  if (files.length === 0) return <p className={styles.later}>{words.waiting}</p>;
  return (
    <>
      <ul className={styles.files}>
        {files.slice(0, MOST).map((file) => (
          <li key={file.key}>
            <span className={styles.file} dir="auto">
              {file.name}
            </span>
            <span className={styles.state} data-failed={file.state === "failed" || undefined} dir="auto">
              {file.text}
            </span>
            {(file.state === "reading" || file.state === "sending") && (
              <Progress label={words.progress(file.name)} share={file.share} />
            )}
          </li>
        ))}
      </ul>
      {files.length > MOST && <p className={styles.later}>{words.more(files.length - MOST)}</p>}
      {current && jobs.secondsLeft !== null && (
        <p className={styles.later}>{words.left(secondsText(jobs.secondsLeft))}</p>
      )}
      {!current && <p className={styles.later}>{failed > 0 ? words.failed(failed) : words.done}</p>}
    </>
  );
}
