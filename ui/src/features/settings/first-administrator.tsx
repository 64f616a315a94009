import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/button";
import { CopyButton } from "@/components/copy-button";
import { TextField } from "@/components/field";
import { ErrorNotice } from "@/components/notice";
import { PasswordField } from "@/components/password-field";
import { passwordProblem } from "@/lib/password-rules";
import { sessionQuery } from "@/lib/session";
import { showToast } from "@/lib/toasts";
import { words as all } from "@/words";
import { account } from "@/words/en/account";
import { settings } from "@/words/en/settings";
import styles from "./forms.module.css";
import { Panel } from "./panel";
import { createAccount } from "./people-queries";

const words = settings.people.solo;

/** From a private reading room to a library with accounts. */
export function FirstAdministrator({ least }: { least: number }) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [sent, setSent] = useState(false);
  const create = useMutation({
    mutationFn: createAccount,
    onSuccess: () => {
      showToast({ text: words.made });
      // From now on nobody is logged in: the shell asks for it.
      return queries.invalidateQueries(sessionQuery);
    },
  });
  const problem = passwordProblem(password, name, least);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    if (problem === undefined && !create.isPending)
      create.mutate({ name: name.trim(), admin: true, password });
  };
  return (
    <>
      <div>
        <h3>{words.title}</h3>
        <p>{words.detail}</p>
      </div>
      <Panel title={words.form}>
        <form className={styles.form} onSubmit={submit}>
          <ErrorNotice error={create.error} />
          <TextField
            label={account.login.name}
            autoComplete="username"
            spellCheck={false}
            dir="auto"
            maxLength={400}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <PasswordField
            label={account.login.password}
            autoComplete="new-password"
            required
            hint={all.password.hint(least)}
            problem={sent ? problem : undefined}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <div>
            <Button tone="primary" type="submit" busy={create.isPending}>
              {words.submit}
            </Button>
          </div>
        </form>
      </Panel>
      <div className={styles.steps}>
        <p>{words.command}</p>
        <code className={styles.secret}>{words.line}</code>
        <div>
          <CopyButton size="s" text={words.line} label={words.copy} />
        </div>
      </div>
    </>
  );
}
