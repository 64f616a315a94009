import type { ReactNode } from "react";
import { Button } from "@/components/button";
import { CopyButton } from "@/components/copy-button";
import { Dialog } from "@/components/dialog";
import { words as all } from "@/words";
import styles from "./forms.module.css";

interface MadeSecretProps {
  title: string;
  secret: string;
  /** What is copied: "Copy the link". */
  copy: string;
  /** What it is for. */
  children: ReactNode;
  onClose: () => void;
}

/** A secret that is shown once. It is in no address and in no cache: closing the dialog forgets it. */
export function MadeSecret({ title, secret, copy, children, onClose }: MadeSecretProps) {
  return (
    <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>{all.actions.done}</Button>}>
      <div className={styles.inDialog}>
        {children}
        <code className={styles.secret}>{secret}</code>
        <div>
          <CopyButton tone="primary" text={secret} label={copy} />
        </div>
      </div>
    </Dialog>
  );
}
