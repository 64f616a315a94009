import { type SubmitEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "@/components/button";
import { ErrorNotice } from "@/components/notice";
import { PasswordField } from "@/components/password-field";
import { passwordProblem } from "@/lib/password-rules";
import { words as all } from "@/words";
import { account as words } from "@/words/en/account";
import { AccountCard } from "./account-card";
import { useAddressSecret } from "./address-secret";
import styles from "./forms.module.css";
import { useSetPassword } from "./queries";
import { WithSession } from "./with-session";

export function PasswordScreen() {
  const secret = useAddressSecret();
  if (secret === null) {
    return (
      <AccountCard
        title={words.password.missing.title}
        detail={words.password.missing.remedy}
        below={<Link to="/login">{words.signUp.toLogin}</Link>}
      >
        {null}
      </AccountCard>
    );
  }
  return (
    <WithSession>
      {(session) => (
        <AccountCard title={words.password.title} detail={words.password.detail}>
          <PasswordForm secret={secret} least={session.min_password} />
        </AccountCard>
      )}
    </WithSession>
  );
}

function PasswordForm({ secret, least }: { secret: string; least: number }) {
  const [password, setPassword] = useState("");
  const [sent, setSent] = useState(false);
  const setNew = useSetPassword();
  const navigate = useNavigate();
  const problem = passwordProblem(password, "", least);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    if (problem !== undefined || setNew.isPending) return;
    setNew.mutate(
      { secret, password },
      { onSuccess: () => void navigate("/login", { replace: true, state: { passwordSet: true } }) },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <ErrorNotice error={setNew.error} />
      <PasswordField
        label={words.password.label}
        name="password"
        autoComplete="new-password"
        required
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this screen
        autoFocus
        hint={all.password.hint(least)}
        problem={sent ? problem : undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button tone="primary" type="submit" className={styles.submit} busy={setNew.isPending}>
        {words.password.submit}
      </Button>
    </form>
  );
}
