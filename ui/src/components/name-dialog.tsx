import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextField } from "./field";
import { FormDialog } from "./form-dialog";

interface NameDialogProps {
  title: string;
  label: string;
  hint?: string;
  action: string;
  initial?: string;
  maxLength: number;
  /** Whether nothing is a name as well. */
  mayBeEmpty?: boolean;
  onName: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a name. Stays open, and says why, when the name is refused. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, hint, action, initial = "", maxLength, mayBeEmpty = false, onName, onClose } = props;
  const [name, setName] = useState(initial);
  const act = useMutation({ mutationFn: () => onName(name.trim()), onSuccess: onClose });
  const ready = mayBeEmpty || name.trim() !== "";
  return (
    <FormDialog
      title={title}
      action={action}
      ready={ready}
      busy={act.isPending}
      error={act.error}
      onSubmit={() => act.mutate()}
      onClose={onClose}
    >
      <TextField
        label={label}
        hint={hint}
        value={name}
        maxLength={maxLength}
        dir="auto"
        autoComplete="off"
        // The dialog was opened to write here.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
