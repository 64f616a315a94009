import { useMutation } from "@tanstack/react-query";
import { FileUp, FolderUp } from "lucide-react";
import { client, must } from "@/api/client";
import { Button } from "@/components/button";
import { ErrorNotice } from "@/components/notice";
import { noticeJobs } from "@/lib/jobs";
import { showToast } from "@/lib/toasts";
import { adding } from "@/words/en/adding";
import { library } from "@/words/en/library";
import styles from "./empty-library.module.css";
import { usePickers } from "@/components/use-pickers";

/** Nothing is here yet: where to drop, and papers to try. */
export function EmptyLibrary() {
  const pickers = usePickers(null);
  const samples = useMutation({
    mutationFn: async () => must(await client.POST("/api/v1/samples")),
    onSuccess: ({ files }) => {
      noticeJobs();
      const queued = files.filter((file) => file.state === "queued").length;
      showToast({ text: library.empty.samplesAdded(queued) });
    },
  });
  return (
    <div className={styles.place}>
      <div className={styles.zone}>
        <FileUp className={styles.icon} aria-hidden="true" />
        <h2>{library.empty.title}</h2>
        <p className={styles.text}>{library.empty.text}</p>
        <div className={styles.buttons}>
          <Button tone="primary" icon={<FileUp />} onClick={pickers.chooseFiles}>
            {adding.files}
          </Button>
          <Button icon={<FolderUp />} onClick={pickers.chooseFolder}>
            {adding.folder}
          </Button>
        </div>
        {pickers.inputs}
      </div>
      <Button busy={samples.isPending} onClick={() => samples.mutate()}>
        {library.empty.samples}
      </Button>
      <ErrorNotice error={samples.error} />
    </div>
  );
}
