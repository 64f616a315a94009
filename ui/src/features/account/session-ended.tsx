import { useLocation } from "react-router";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { sessionHasEnded, useSession } from "@/lib/session";
import { account as words } from "@/words/en/account";
import styles from "./forms.module.css";
import { LoginForm } from "./login-form";

/**
 * Over the room when the login ends while the page is open. The screens below stay as they are, with all that was typed.
 */
export function SessionEnded() {
  const session = useSession();
  const location = useLocation();
  const name = session.account?.name;
  return (
    // It may be put away, to copy what was typed: the next call that is refused brings it back.
    <Dialog title={words.ended.title} onClose={() => sessionHasEnded.set(false)}>
      <p className={styles.detail}>{words.ended.detail}</p>
      <LoginForm
        session={session}
        from={location.pathname + location.search}
        {...(name === undefined ? {} : { name })}
        onDone={() => sessionHasEnded.set(false)}
      />
      {/* Loaded anew, the page has nothing of who was here, and asks who comes. */}
      <Button tone="quiet" size="s" className={styles.other} onClick={() => window.location.reload()}>
        {words.ended.other}
      </Button>
    </Dialog>
  );
}
