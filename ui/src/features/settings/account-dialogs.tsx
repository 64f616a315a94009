import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "@/api/client";
import { Check, TextField } from "@/components/field";
import { FormDialog } from "@/components/form-dialog";
import { settings } from "@/words/en/settings";
import { type Account, createAccount, manageAccount } from "./people-queries";

const words = settings.people;

interface AddAccountProps {
  onClose: () => void;
  onMade: (made: Schemas["MadeAccount"]) => void;
}

/** A new account; its holder sets the password with a link. */
export function AddAccount({ onClose, onMade }: AddAccountProps) {
  const [name, setName] = useState("");
  const [admin, setAdmin] = useState(false);
  const create = useMutation({ mutationFn: createAccount, onSuccess: onMade });
  return (
    <FormDialog
      title={words.add}
      action={words.create}
      busy={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutate({ name: name.trim(), admin })}
    >
      <NameField value={name} onChange={setName} />
      <Check
        label={words.asAdmin}
        hint={words.asAdminHint}
        checked={admin}
        onChange={(event) => setAdmin(event.target.checked)}
      />
    </FormDialog>
  );
}

interface RenameAccountProps {
  account: Account;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}

export function RenameAccount({ account, onClose, onChanged }: RenameAccountProps) {
  const [name, setName] = useState(account.name);
  const rename = useMutation({
    mutationFn: async () => {
      await manageAccount(account.id, { name: name.trim() });
      await onChanged();
    },
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={words.rename}
      action={words.rename}
      busy={rename.isPending}
      error={rename.error}
      onClose={onClose}
      onSubmit={() => rename.mutate()}
    >
      <NameField value={name} onChange={setName} />
    </FormDialog>
  );
}

function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <TextField
      label={words.name}
      required
      maxLength={400}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
