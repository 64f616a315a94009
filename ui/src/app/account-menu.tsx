import { LogOut, Monitor, Moon, Sun, UserRound } from "lucide-react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { Menu, type MenuItem } from "@/components/menu";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { logOut, useSession } from "@/lib/session";
import { showError } from "@/lib/toasts";
import { words } from "@/words";
import styles from "./account-menu.module.css";

/** Light of the room, and who is in it. */
export function AccountMenu() {
  const session = useSession();
  const { theme, dimPages } = usePreferences();
  const navigate = useNavigate();
  const account = session.account;
  const items: (MenuItem | "line")[] = [
    ...(["system", "light", "dark"] as const).map((one) => ({
      label: words.shell.theme[one],
      icon: { system: <Monitor />, light: <Sun />, dark: <Moon /> }[one],
      checked: theme === one,
      run: () => changePreferences({ theme: one }),
    })),
    { label: words.shell.dimPages, checked: dimPages, run: () => changePreferences({ dimPages: !dimPages }) },
    ...(account
      ? [
          "line" as const,
          { label: words.shell.account, icon: <UserRound />, run: () => void navigate("/settings/account") },
          { label: words.shell.logOut, icon: <LogOut />, run: () => void logOut().catch(showError) },
        ]
      : []),
  ];
  return (
    <div className={styles.place}>
      <Menu
        items={items}
        trigger={
          <Button tone="quiet" icon={account ? <UserRound /> : <Sun />} className={styles.trigger}>
            <span className={styles.name}>{account ? account.name : words.shell.theme.label}</span>
          </Button>
        }
      />
    </div>
  );
}
