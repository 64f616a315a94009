import { useState } from "react";
import type { Schemas } from "@/api/client";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { settings } from "@/words/en/settings";
import { beginLink, unlinkProvider, useOwnAccount } from "./account-queries";
import { Line } from "./line";
import { Panel } from "./panel";
import { PasswordDialog } from "./password-dialog";

const words = settings.account.provider;

/** Logging in with the identity provider instead of the password. */
export function ProviderLink({ account }: { account: Schemas["AccountInfo"] }) {
  const [asking, setAsking] = useState(false);
  const unlink = useOwnAccount(unlinkProvider);
  const close = () => setAsking(false);
  return (
    <Panel title={words.title}>
      <Line label={account.linked ? words.linked : words.unlinked}>
        <Button size="s" tone={account.linked ? "loss" : "plain"} onClick={() => setAsking(true)}>
          {account.linked ? words.unlink : words.link}
        </Button>
      </Line>
      {asking && account.linked && (
        <ConfirmDialog
          title={words.title}
          confirm={words.unlink}
          onClose={close}
          onConfirm={() => unlink.mutateAsync(undefined)}
        >
          <p>{words.unlinkDetail}</p>
        </ConfirmDialog>
      )}
      {asking && !account.linked && (
        <PasswordDialog
          title={words.title}
          confirm={words.link}
          onClose={close}
          onConfirm={async (password) => window.location.assign(await beginLink(password))}
        >
          <p>{words.linkDetail}</p>
        </PasswordDialog>
      )}
    </Panel>
  );
}
