import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Navigate, Outlet, useLocation, useNavigate } from "react-router";
import { ErrorState, Region, Skeleton } from "@/components/states";
import { useKeys } from "@/lib/keys";
import { sessionHasEnded, sessionQuery } from "@/lib/session";
import { useStore } from "@/lib/store";
import { words } from "@/words";
import { DropRoom } from "./drop-room";
import { KeyHelp } from "./key-help";
import { PasswordAsked } from "./password-asked";
import { PaneProvider } from "./pane-provider";
import { Rail } from "./rail";
import { SidePane } from "./side-pane";
import styles from "./shell.module.css";
import { Tray } from "./tray";

const SessionEnded = lazy(async () => ({ default: (await import("@/features/account")).SessionEnded }));

/** The room around every screen: rail, screen, the page beside it, the tray of long work. */
export function Shell() {
  const session = useQuery(sessionQuery);
  const ended = useStore(sessionHasEnded);
  const location = useLocation();
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const main = useRef<HTMLElement>(null);
  const screen = location.pathname.split("/")[1];
  const before = useRef(screen);
  useEffect(() => {
    // Whoever goes on by keyboard or ear begins in the new screen, not where the link was.
    if (before.current !== screen && !main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true });
    }
    before.current = screen;
  }, [screen]);
  const go = (path: string) => () => void navigate(path);
  useKeys({
    "/": (event) => {
      event.preventDefault();
      const box = document.querySelector<HTMLElement>("[data-ask-box]");
      if (box) box.focus();
      else void navigate("/ask", { state: { focus: "question" } });
    },
    "g a": go("/ask"),
    "g l": go("/library"),
    "g c": go("/compare"),
    "g m": go("/map"),
    "g e": go("/evaluate"),
    "g s": go("/settings"),
    "?": () => setHelp(true),
  });

  if (!session.data) {
    if (session.isPending) return <Skeleton />;
    return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  }
  if (session.data.login_needed && session.data.account === null) {
    return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
  }
  return (
    <PaneProvider>
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault(); // the hash is the address of the screen
          main.current?.focus();
        }}
      >
        {words.shell.skip}
      </a>
      <div className={styles.room}>
        <Rail />
        <main ref={main} id="main" tabIndex={-1} className={styles.main}>
          <Region resetKey={screen ?? ""}>
            <Outlet />
          </Region>
        </main>
        <SidePane />
        <Tray />
      </div>
      {ended && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
      <PasswordAsked />
      <DropRoom />
      {help && <KeyHelp onClose={() => setHelp(false)} />}
    </PaneProvider>
  );
}
