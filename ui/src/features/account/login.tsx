import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { Notice } from "@/components/notice";
import { forgetPath } from "@/lib/return-path";
import { account as words } from "@/words/en/account";
import { AccountCard } from "./account-card";
import { LoginForm } from "./login-form";
import { useReturnPath } from "./return-path";
import { WithSession } from "./with-session";

export function LoginScreen() {
  const location = useLocation();
  const from = useReturnPath();
  const navigate = useNavigate();
  return (
    <WithSession>
      {(session) =>
        session.login_needed && !session.account ? (
          <AccountCard
            title={words.login.title}
            detail={words.login.detail}
            below={
              <>
                {session.sign_up === "open" && <Link to="/sign-up">{words.login.signUp}</Link>}
                <p>{words.login.forgotten}</p>
              </>
            }
          >
            {location.pathname === "/login-failed" && (
              <Notice tone="loss" urgent>
                <p>{words.login.failed.title}</p>
                <p>{words.login.failed.remedy}</p>
              </Notice>
            )}
            {hasNewPassword(location.state) && (
              <Notice tone="good" urgent>
                <p>{words.password.done}</p>
              </Notice>
            )}
            <LoginForm
              session={session}
              from={from}
              onDone={() => {
                forgetPath();
                void navigate(from, { replace: true });
              }}
            />
          </AccountCard>
        ) : (
          <Navigate to={from} replace />
        )
      }
    </WithSession>
  );
}

function hasNewPassword(state: unknown): boolean {
  return typeof state === "object" && state !== null && "passwordSet" in state;
}
