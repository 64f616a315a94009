import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "@/api/client";
import { CopyButton } from "@/components/copy-button";
import { TextField } from "@/components/field";
import { FormDialog } from "@/components/form-dialog";
import { settings } from "@/words/en/settings";
import { confirmFactor } from "./account-queries";
import styles from "./forms.module.css";

const words = settings.account.factor;

interface FactorDialogProps {
  factor: Schemas["SecondFactor"];
  onClose: () => void;
  onDone: (codes: readonly string[]) => void;
}

/** The key for the authenticator, and the first code from it. */
export function FactorDialog({ factor, onClose, onDone }: FactorDialogProps) {
  const [code, setCode] = useState("");
  const confirm = useMutation({ mutationFn: confirmFactor, onSuccess: onDone });
  return (
    <FormDialog
      title={words.setUp}
      action={words.confirm}
      busy={confirm.isPending}
      error={confirm.error}
      onSubmit={() => confirm.mutate(code.replaceAll(/\s/g, ""))}
      onClose={onClose}
    >
      <p>{words.steps.app}</p>
      <div className={styles.steps}>
        <code className={styles.secret} aria-label={words.steps.key}>
          {inFours(factor.secret)}
        </code>
        <div className={styles.beside}>
          <CopyButton size="s" text={factor.secret} label={words.steps.copyKey} />
          <a href={factor.address}>{words.steps.link}</a>
        </div>
      </div>
      <p>{words.steps.code}</p>
      <TextField
        label={words.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  );
}

/** As authenticators show keys, and people can type them. */
function inFours(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, "$& ");
}
