import { type ReactNode, type SubmitEvent, useId } from "react";
import { words } from "@/words";
import { Button } from "./button";
import { Dialog } from "./dialog";
import styles from "./form-dialog.module.css";
import { ErrorNotice } from "./notice";

interface FormDialogProps {
  title: string;
  /** What the button does. */
  action: string;
  tone?: "primary" | "loss";
  /** Whether what is filled in can be sent. */
  ready?: boolean;
  busy: boolean;
  /** Why it was not taken: then the dialog stays open. */
  error: unknown;
  wide?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A few fields in a dialog, sent by the button or by Enter. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, tone = "primary", ready = true, busy, error, wide, onSubmit, onClose } = props;
  const form = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (ready && !busy) onSubmit();
  };
  return (
    <Dialog
      title={title}
      wide={wide ?? false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.actions.cancel}</Button>
          <Button tone={tone} type="submit" form={form} disabled={!ready} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {props.children}
        <ErrorNotice error={error} />
      </form>
    </Dialog>
  );
}
