import { type SubmitEvent, useEffect, useState } from "react";
import { ApiError, apiAddress } from "@/api/client";
import { Button } from "@/components/button";
import { TextField } from "@/components/field";
import { ErrorNotice } from "@/components/notice";
import { PasswordField } from "@/components/password-field";
import { keepPath } from "@/lib/return-path";
import type { Session } from "@/api/shapes";
import { account as words } from "@/words/en/account";
import styles from "./forms.module.css";
import { useLogIn } from "./queries";

interface LoginFormProps {
  session: Session;
  /** Whose login is asked for, when that is known. */
  name?: string;
  /** Where to go on when the login was given by the provider. */
  from: string;
  onDone: () => void;
}

/** Name, password and code. The server never says which of them was wrong. */
export function LoginForm({ session, name: known, from, onDone }: LoginFormProps) {
  const [name, setName] = useState(known ?? "");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [coded, setCoded] = useState(session.account?.second_factor === true);
  const logIn = useLogIn();
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (logIn.isPending || wait > 0) return;
    logIn.mutate(
      { name: name.trim(), password, code: code.trim() },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          if (error.status === 401) setCoded(true);
          setWait(Math.ceil(error.retryAfterSeconds ?? 0));
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <ErrorNotice error={logIn.error} />
      <TextField
        label={words.login.name}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        required
        readOnly={known !== undefined}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this screen
        autoFocus={known === undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField
        label={words.login.password}
        name="password"
        autoComplete="current-password"
        required
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the name is there already
        autoFocus={known !== undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {coded ? (
        <TextField
          label={words.login.code}
          hint={words.login.codeHint}
          name="one-time-code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : (
        <Button tone="quiet" size="s" className={styles.reveal} onClick={() => setCoded(true)}>
          {words.login.withCode}
        </Button>
      )}
      <Button tone="primary" type="submit" className={styles.submit} busy={logIn.isPending || wait > 0}>
        {wait > 0 ? words.login.wait(wait) : words.login.submit}
      </Button>
      {session.provider && (
        <>
          <p className={styles.or}>{words.login.or}</p>
          <Button
            onClick={() => {
              keepPath(from);
              window.location.assign(apiAddress("oidc/start"));
            }}
          >
            {words.login.provider}
          </Button>
        </>
      )}
    </form>
  );
}
