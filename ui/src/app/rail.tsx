import { GitCompareArrows, Library, Map, MessageSquareText, Settings, Target } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { words } from "@/words";
import { AccountMenu } from "./account-menu";
import { RailCollections } from "./rail-collections";
import styles from "./rail.module.css";

const SCREENS: readonly (readonly [string, string, ReactNode])[] = [
  ["/ask", words.shell.screens.ask, <MessageSquareText key="ask" />],
  ["/library", words.shell.screens.library, <Library key="library" />],
  ["/compare", words.shell.screens.compare, <GitCompareArrows key="compare" />],
  ["/map", words.shell.screens.map, <Map key="map" />],
  ["/evaluate", words.shell.screens.evaluate, <Target key="evaluate" />],
  ["/settings", words.shell.screens.settings, <Settings key="settings" />],
];

export function Rail() {
  return (
    <nav className={styles.rail} aria-label={words.shell.navigation}>
      <p className={styles.brand}>{words.product}</p>
      <ul className={styles.screens}>
        {SCREENS.map(([path, label, icon]) => (
          <li key={path}>
            <NavLink end={path === "/library"} to={path} className={styles.link}>
              {icon}
              <span>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      <RailCollections />
      <AccountMenu />
    </nav>
  );
}
