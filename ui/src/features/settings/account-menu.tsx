import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { IconButton } from "@/components/button";
import { Menu, type MenuItem } from "@/components/menu";
import { showError, showToast } from "@/lib/toasts";
import { settings } from "@/words/en/settings";
import type { AccountDialog } from "./accounts";
import { type Account, manageAccount, resetFactor, resetPassword } from "./people-queries";

const words = settings.people;

interface AccountMenuProps {
  account: Account;
  /** Nobody disables or deletes themselves here. */
  own: boolean;
  onOpen: (dialog: AccountDialog) => void;
  onChanged: () => Promise<unknown>;
}

/** What an administrator can do with an account. */
export function AccountMenu({ account, own, onOpen, onChanged }: AccountMenuProps) {
  const { id, name, admin, disabled } = account;
  const act = useMutation({
    mutationFn: async ({ run }: { run: () => Promise<unknown>; done: string }) => {
      await run();
      await onChanged();
    },
    onSuccess: (_, { done }) => showToast({ text: done }),
    onError: showError,
  });
  const link = useMutation({
    mutationFn: () => resetPassword(id),
    onSuccess: (made) => onOpen({ kind: "link", name, link: made }),
    onError: showError,
  });
  const items: (MenuItem | "line")[] = [
    { label: words.rename, run: () => onOpen({ kind: "rename", account }) },
    { label: words.reset, run: () => link.mutate() },
    ...(account.second_factor
      ? [
          {
            label: words.resetFactor,
            run: () => act.mutate({ run: () => resetFactor(id), done: words.done.factor(name) }),
          },
        ]
      : []),
    {
      label: admin ? words.noAdmin : words.makeAdmin,
      run: () =>
        act.mutate({
          run: () => manageAccount(id, { admin: !admin }),
          done: admin ? words.done.noAdmin(name) : words.done.admin(name),
        }),
    },
    ...(own
      ? []
      : ([
          {
            label: disabled ? words.enable : words.disable,
            run: () =>
              act.mutate({
                run: () => manageAccount(id, { disabled: !disabled }),
                done: disabled ? words.done.enabled(name) : words.done.disabled(name),
              }),
          },
          "line",
          { label: words.delete, tone: "loss", run: () => onOpen({ kind: "delete", account }) },
        ] satisfies (MenuItem | "line")[])),
  ];
  return (
    <Menu
      items={items}
      trigger={
        <IconButton icon={<Ellipsis />} label={words.actions(name)} busy={act.isPending || link.isPending} />
      }
    />
  );
}
