import { type SubmitEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Session } from "@/api/shapes";
import { Button } from "@/components/button";
import { TextField } from "@/components/field";
import { ErrorNotice, Notice } from "@/components/notice";
import { PasswordField } from "@/components/password-field";
import { passwordProblem } from "@/lib/password-rules";
import { words as all } from "@/words";
import { account as words } from "@/words/en/account";
import { AccountCard } from "./account-card";
import { useAddressSecret } from "./address-secret";
import styles from "./forms.module.css";
import { NotOpenedError, useSignUp } from "./queries";
import { WithSession } from "./with-session";

export function SignUpScreen() {
  const invitation = useAddressSecret();
  return (
    <WithSession>
      {(session) => {
        const closed =
          session.sign_up === "off"
            ? words.signUp.off
            : invitation === null && session.sign_up === "invitation"
              ? words.signUp.needsInvitation
              : null;
        const below = <Link to="/login">{words.signUp.toLogin}</Link>;
        return closed ? (
          <AccountCard title={closed.title} detail={closed.remedy} below={below}>
            {null}
          </AccountCard>
        ) : (
          <AccountCard
            title={words.signUp.title}
            detail={invitation === null ? words.signUp.open : words.signUp.invited}
            below={below}
          >
            <SignUpForm session={session} invitation={invitation} />
          </AccountCard>
        );
      }}
    </WithSession>
  );
}

function SignUpForm({ session, invitation }: { session: Session; invitation: string | null }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [sent, setSent] = useState(false);
  const signUp = useSignUp();
  const navigate = useNavigate();
  const problem = passwordProblem(password, name, session.min_password);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    if (problem !== undefined || signUp.isPending) return;
    signUp.mutate(
      { name: name.trim(), password, invitation },
      { onSuccess: () => void navigate("/", { replace: true }) },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {signUp.error instanceof NotOpenedError ? (
        <Notice tone="loss" urgent>
          <p>{words.signUp.taken}</p>
        </Notice>
      ) : (
        <ErrorNotice error={signUp.error} />
      )}
      <TextField
        label={words.login.name}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        maxLength={400}
        required
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this screen
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField
        label={words.login.password}
        name="password"
        autoComplete="new-password"
        required
        hint={all.password.hint(session.min_password)}
        problem={sent ? problem : undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button tone="primary" type="submit" className={styles.submit} busy={signUp.isPending}>
        {words.signUp.submit}
      </Button>
    </form>
  );
}
