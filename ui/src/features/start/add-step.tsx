import { useMutation } from "@tanstack/react-query";
import { FileUp, FolderUp } from "lucide-react";
import { Button } from "@/components/button";
import { ErrorNotice } from "@/components/notice";
import { usePickers } from "@/components/use-pickers";
import { noticeJobs } from "@/lib/jobs";
import { adding } from "@/words/en/adding";
import { start } from "@/words/en/start";
import { addSamples } from "./queries";
import styles from "./start.module.css";

const words = start.add;

/** Own files, or the sample papers. */
export function AddStep({ documents, current }: { documents: number; current: boolean }) {
  const pickers = usePickers(null);
  const samples = useMutation({ mutationFn: addSamples, onSuccess: noticeJobs });
  if (!current) {
    return (
      <div className={styles.quiet}>
        {documents > 0 && <p>{words.done(documents)}</p>}
        <Button size="s" tone="quiet" icon={<FileUp />} onClick={pickers.chooseFiles}>
          {words.more}
        </Button>
        {pickers.inputs}
      </div>
    );
  }
  return (
    <>
      <p>{words.detail}</p>
      <div className={styles.zone}>
        <Button tone="primary" icon={<FileUp />} onClick={pickers.chooseFiles}>
          {adding.files}
        </Button>
        <Button icon={<FolderUp />} onClick={pickers.chooseFolder}>
          {adding.folder}
        </Button>
        <span className={styles.or}>{words.or}</span>
        <Button busy={samples.isPending} onClick={() => samples.mutate()}>
          {words.samples}
        </Button>
      </div>
      {pickers.inputs}
      <ErrorNotice error={samples.error} />
    </>
  );
}
