import { type SubmitEvent, useState } from "react";
import type { Schemas } from "@/api/client";
import { Button } from "@/components/button";
import { TextField } from "@/components/field";
import { ErrorNotice } from "@/components/notice";
import { PasswordField } from "@/components/password-field";
import { Region } from "@/components/states";
import { passwordProblem } from "@/lib/password-rules";
import { useSession } from "@/lib/session";
import { showToast } from "@/lib/toasts";
import { words as all } from "@/words";
import { settings } from "@/words/en/settings";
import { changeAccount, useOwnAccount } from "./account-queries";
import styles from "./forms.module.css";
import { Logins } from "./logins";
import { Panel } from "./panel";
import { ProviderLink } from "./provider-link";
import { SecondFactor } from "./second-factor";

const words = settings.account;

/** The own account. */
export function AccountSection() {
  const { account, min_password: least, provider } = useSession();
  if (!account) return null;
  return (
    <>
      <NameForm key={account.name} account={account} />
      <Panel title={words.password.title} detail={words.password.detail}>
        {account.has_password ? (
          <PasswordForm account={account} least={least} />
        ) : (
          <p className={styles.form}>{words.password.none}</p>
        )}
      </Panel>
      <SecondFactor account={account} />
      {provider && <ProviderLink account={account} />}
      <Region>
        <Logins />
      </Region>
    </>
  );
}

function NameForm({ account }: { account: Schemas["AccountInfo"] }) {
  const [name, setName] = useState(account.name);
  const rename = useOwnAccount(changeAccount);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (rename.isPending || name.trim() === account.name) return;
    rename.mutate({ name: name.trim() }, { onSuccess: () => showToast({ text: words.name.done }) });
  };
  return (
    <Panel title={words.name.title}>
      <form className={styles.form} onSubmit={submit}>
        <ErrorNotice error={rename.error} />
        <div className={styles.beside}>
          <TextField
            label={words.name.label}
            labelHidden
            autoComplete="username"
            spellCheck={false}
            dir="auto"
            maxLength={400}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" busy={rename.isPending} disabled={name.trim() === account.name}>
            {words.name.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function PasswordForm({ account, least }: { account: Schemas["AccountInfo"]; least: number }) {
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const [sent, setSent] = useState(false);
  const change = useOwnAccount(changeAccount);
  const problem = passwordProblem(fresh, account.name, least);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    if (problem !== undefined || change.isPending) return;
    change.mutate(
      { current_password: current, password: fresh },
      {
        onSuccess: () => {
          setCurrent("");
          setFresh("");
          setSent(false);
          showToast({ text: words.password.done });
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <ErrorNotice error={change.error} />
      {/* For password managers: whose password this is. */}
      <input type="text" hidden readOnly autoComplete="username" value={account.name} />
      <PasswordField
        label={words.password.current}
        autoComplete="current-password"
        required
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <PasswordField
        label={words.password.fresh}
        autoComplete="new-password"
        required
        hint={all.password.hint(least)}
        problem={sent ? problem : undefined}
        value={fresh}
        onChange={(event) => setFresh(event.target.value)}
      />
      <div>
        <Button type="submit" busy={change.isPending}>
          {words.password.save}
        </Button>
      </div>
    </form>
  );
}
