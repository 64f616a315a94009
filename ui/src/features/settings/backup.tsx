import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { apiAddress } from "@/api/client";
import { Button } from "@/components/button";
import { CopyButton } from "@/components/copy-button";
import { Notice } from "@/components/notice";
import { Progress } from "@/components/progress";
import { downloadFrom } from "@/lib/download";
import { sentence } from "@/lib/error-text";
import { exactTime, sizeText } from "@/lib/format";
import { showError } from "@/lib/toasts";
import { words as all } from "@/words";
import { settings } from "@/words/en/settings";
import { backupQuery, makeBackup, removeBackup } from "./about-queries";
import styles from "./forms.module.css";
import { Panel } from "./panel";

const words = settings.backup;

/** A file of the whole library, made in the background and kept for a while. */
export function BackupSection() {
  const backup = useSuspenseQuery(backupQuery).data;
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: makeBackup,
    onSuccess: (begun) => queries.setQueryData(backupQuery.queryKey, begun),
    onError: showError,
  });
  const remove = useMutation({
    mutationFn: removeBackup,
    onSuccess: () => queries.invalidateQueries(backupQuery),
    onError: showError,
  });
  const { state, written, expected } = backup;
  return (
    <>
      <div className={styles.steps}>
        <p>{words.detail}</p>
        <code className={styles.secret}>{words.command}</code>
        <div>
          <CopyButton size="s" text={words.command} label={words.copy} />
        </div>
      </div>
      <Panel title={words.title}>
        <div className={styles.form}>
          {state === "none" && <p className={styles.hint}>{words.none}</p>}
          {state === "failed" && (
            <Notice tone="loss" urgent>
              <p>{sentence(backup.message)}</p>
              {backup.remedy && <p>{backup.remedy}</p>}
            </Notice>
          )}
          {state === "making" && (
            <>
              <p className="figures">{words.making(sizeText(written), sizeText(expected))}</p>
              <Progress
                label={words.progress}
                share={expected > 0 ? Math.min(written / expected, 0.99) : null}
              />
            </>
          )}
          {state === "ready" && (
            <div role="status">
              <p>{words.ready(sizeText(written), all.units.documents(backup.documents))}</p>
              {backup.expires_at && (
                <p className={styles.hint}>{words.expires(exactTime(backup.expires_at))}</p>
              )}
            </div>
          )}
          <div className={styles.buttons}>
            {state === "ready" && (
              <>
                <Button
                  tone="primary"
                  icon={<Download />}
                  onClick={() => downloadFrom(apiAddress("backup/file"))}
                >
                  {words.download}
                </Button>
                <Button tone="loss" busy={remove.isPending} onClick={() => remove.mutate()}>
                  {words.remove}
                </Button>
              </>
            )}
            <Button
              tone={state === "ready" ? "plain" : "primary"}
              busy={make.isPending || state === "making"}
              onClick={() => make.mutate()}
            >
              {state === "ready" ? words.again : words.make}
            </Button>
          </div>
        </div>
      </Panel>
    </>
  );
}
