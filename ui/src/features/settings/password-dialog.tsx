import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FormDialog } from "@/components/form-dialog";
import { PasswordField } from "@/components/password-field";
import { settings } from "@/words/en/settings";

interface PasswordDialogProps {
  title: string;
  children: ReactNode;
  confirm: string;
  tone?: "primary" | "loss";
  onConfirm: (password: string) => Promise<unknown>;
  onClose: () => void;
}

/** Something that only who knows the password may do. */
export function PasswordDialog({
  title,
  children,
  confirm,
  tone = "primary",
  onConfirm,
  onClose,
}: PasswordDialogProps) {
  const [password, setPassword] = useState("");
  const act = useMutation({ mutationFn: onConfirm });
  return (
    <FormDialog
      title={title}
      action={confirm}
      tone={tone}
      busy={act.isPending}
      error={act.error}
      onSubmit={() => act.mutate(password)}
      onClose={onClose}
    >
      <div>{children}</div>
      <PasswordField
        label={settings.account.factor.password}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
