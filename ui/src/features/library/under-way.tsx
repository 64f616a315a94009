import { useMemo } from "react";
import type { Job } from "@/api/shapes";
import { Progress } from "@/components/progress";
import { secondsText } from "@/lib/format";
import { jobText } from "@/lib/job-text";
import { isUnderWay, jobsState } from "@/lib/jobs";
import { useStore } from "@/lib/store";
import { library } from "@/words/en/library";
import { tray } from "@/words/en/tray";
import styles from "./under-way.module.css";

const SHOWN = 3;

/** Documents that are being read show where they will be, with how far they are; those that wait are counted. */
export function UnderWay({ collection }: { collection: string | null }) {
  const { jobs } = useStore(jobsState);
  const { running, waiting } = useMemo(() => {
    const here = [...jobs.values()].filter(
      (job) =>
        job.kind === "add" && isUnderWay(job) && (collection === null || job.collection === collection),
    );
    return {
      running: here.filter((job) => job.state === "running").slice(0, SHOWN),
      waiting: here.length,
    };
  }, [jobs, collection]);
  const more = waiting - running.length;
  if (waiting === 0) return null;
  return (
    <section aria-label={library.table.underWay(waiting)} className={styles.list}>
      {running.map((job) => (
        <Reading key={job.id} job={job} />
      ))}
      {more > 0 && (
        <p className={styles.more}>
          {(running.length > 0 ? library.table.andWaiting : library.table.waiting)(more)}
        </p>
      )}
    </section>
  );
}

function Reading({ job }: { job: Job }) {
  const left = job.seconds_left !== null && job.seconds_left >= 1 ? job.seconds_left : null;
  return (
    <div className={styles.row}>
      <span className={styles.name} dir="auto">
        {job.file_name}
      </span>
      <span className={styles.state}>
        {jobText(job)}
        {left !== null && ` · ${tray.left(secondsText(Math.ceil(left)))}`}
      </span>
      <span className={styles.progress}>
        <Progress label={tray.progress(job.file_name)} share={job.progress.share} />
      </span>
    </div>
  );
}
