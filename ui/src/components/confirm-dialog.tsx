import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { words } from "@/words";
import { TextField } from "./field";
import { FormDialog } from "./form-dialog";

interface ConfirmDialogProps {
  title: string;
  /** What goes, and what stays. */
  children: ReactNode;
  /** What the button does: "Delete the account". */
  confirm: string;
  /** The name that must be typed before, for what cannot be undone. */
  name?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is lost for good. Stays open, and says why, when it is refused. */
export function ConfirmDialog({ title, children, confirm, name, onConfirm, onClose }: ConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const act = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const ready = name === undefined || typed.trim() === name;
  return (
    <FormDialog
      title={title}
      action={confirm}
      tone="loss"
      ready={ready}
      busy={act.isPending}
      error={act.error}
      onSubmit={() => act.mutate()}
      onClose={onClose}
    >
      <div>{children}</div>
      {name !== undefined && (
        <TextField
          label={words.confirm.typeName(name)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
        />
      )}
    </FormDialog>
  );
}
