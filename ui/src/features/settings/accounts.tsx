import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { Schemas } from "@/api/client";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { TextField } from "@/components/field";
import { ErrorState, Skeleton } from "@/components/states";
import { words as all } from "@/words";
import { settings } from "@/words/en/settings";
import { AccountMenu } from "./account-menu";
import { AddAccount, RenameAccount } from "./account-dialogs";
import styles from "./forms.module.css";
import { Line } from "./line";
import { MadeSecret } from "./made-secret";
import { Panel } from "./panel";
import { type Account, allAccountsQuery, deleteAccount, wholeLink } from "./people-queries";

const words = settings.people;

export type AccountDialog =
  | { kind: "add" }
  | { kind: "rename" | "delete"; account: Account }
  | { kind: "link"; name: string; link: Schemas["Link"] };

/** All accounts, and what can be done with them. */
export function Accounts({ own }: { own: string }) {
  const [text, setText] = useState("");
  const name = useDeferredValue(text.trim());
  const found = useInfiniteQuery(allAccountsQuery(name));
  const queries = useQueryClient();
  const [open, setOpen] = useState<AccountDialog | null>(null);
  const close = () => setOpen(null);
  const refresh = () => queries.invalidateQueries({ queryKey: ["accounts"] });
  const accounts = found.data?.pages.flatMap(({ items }) => items);
  return (
    <Panel
      title={words.accounts}
      action={
        <Button tone="primary" icon={<Plus />} onClick={() => setOpen({ kind: "add" })}>
          {words.add}
        </Button>
      }
    >
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <TextField
          type="search"
          label={words.search}
          labelHidden
          placeholder={words.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {accounts === undefined &&
        (found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton lines={4} />
        ))}
      {accounts?.length === 0 && <p className={styles.empty}>{words.searchNone(name)}</p>}
      {accounts?.map((account) => (
        <Line key={account.id} label={<span dir="auto">{account.name}</span>} hint={factsOf(account, own)}>
          <AccountMenu account={account} own={account.id === own} onOpen={setOpen} onChanged={refresh} />
        </Line>
      ))}
      {found.hasNextPage && (
        <div className={styles.form}>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {all.actions.more}
          </Button>
        </div>
      )}
      {open?.kind === "add" && (
        <AddAccount
          onClose={close}
          onMade={({ account, link }) => {
            setOpen(link ? { kind: "link", name: account.name, link } : null);
            void refresh();
          }}
        />
      )}
      {open?.kind === "rename" && (
        <RenameAccount account={open.account} onClose={close} onChanged={refresh} />
      )}
      {open?.kind === "delete" && (
        <ConfirmDialog
          title={words.deleteTitle(open.account.name)}
          confirm={words.delete}
          name={open.account.name}
          onClose={close}
          onConfirm={async () => {
            await deleteAccount(open.account);
            await refresh();
          }}
        >
          <p>{words.deleteDetail}</p>
        </ConfirmDialog>
      )}
      {open?.kind === "link" && (
        <MadeSecret
          title={words.link.title}
          secret={wholeLink(open.link)}
          copy={words.link.copy}
          onClose={close}
        >
          <p>{words.link.password(open.name)}</p>
        </MadeSecret>
      )}
    </Panel>
  );
}

function factsOf(account: Account, own: string): string {
  return [
    account.id === own && words.you,
    account.admin && words.admin,
    account.disabled && words.disabled,
    account.second_factor && words.factor,
    !account.has_password && !account.linked && words.noPassword,
  ]
    .filter(Boolean)
    .join(" · ");
}
