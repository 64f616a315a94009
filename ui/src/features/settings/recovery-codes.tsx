import { Download } from "lucide-react";
import { Button } from "@/components/button";
import { CopyButton } from "@/components/copy-button";
import { Dialog } from "@/components/dialog";
import { saveFile } from "@/lib/download";
import { settings } from "@/words/en/settings";
import styles from "./forms.module.css";

const words = settings.account.factor.codes;

/** Shown once, right after they were made. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <div className={styles.inDialog}>
        <p>{words.detail}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={styles.beside}>
          <CopyButton text={text} label={words.copy} />
          <Button
            icon={<Download />}
            onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), words.file)}
          >
            {words.download}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
