import { type SubmitEvent, useEffect } from "react";
import { Button } from "@/components/button";
import { ErrorNotice } from "@/components/notice";
import { useStore } from "@/lib/store";
import { showToast } from "@/lib/toasts";
import { settings as words } from "@/words/en/settings";
import { drafts } from "./drafts";
import { useSaveSettings } from "./queries";
import styles from "./save-bar.module.css";
import { changes, patchOf, type Setting } from "./setting-model";

/** What is not saved, whatever section it was written in. */
export function SaveBar({ all }: { all: readonly Setting[] }) {
  const written = useStore(drafts);
  const save = useSaveSettings();
  const { values, wrong } = patchOf(all, written);
  const count = all
    .filter(({ key }) => key in written)
    .filter((setting) => {
      const draft = written[setting.key];
      return draft !== undefined && changes(setting, draft);
    }).length;
  const unsaved = count > 0;
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
  if (!unsaved) return null;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (wrong > 0 || save.isPending) return;
    save.mutate(values, {
      onSuccess: () => {
        drafts.set({});
        showToast({ text: words.save.done });
      },
    });
  };
  return (
    <form className={styles.bar} onSubmit={submit}>
      <ErrorNotice error={save.error} />
      <div className={styles.row}>
        <p role="status">
          <strong>{words.save.changes(count)}</strong>
          {wrong > 0 && <span className={styles.wrong}>{words.save.wrong(wrong)}</span>}
        </p>
        <div className={styles.buttons}>
          <Button
            onClick={() => {
              drafts.set({});
              save.reset();
            }}
          >
            {words.save.discard}
          </Button>
          <Button tone="primary" type="submit" disabled={wrong > 0} busy={save.isPending}>
            {words.save.save}
          </Button>
        </div>
      </div>
    </form>
  );
}
