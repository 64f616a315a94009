import type { ReactNode } from "react";
import { words } from "@/words";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  /** One line below the title. */
  detail?: ReactNode;
  actions?: ReactNode;
}

/** The head of a screen: its name, the first heading, and what can be done here. */
export function PageHeader({ title, detail, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <title>{words.shell.title(title)}</title>
      <div className={styles.names}>
        <h1 dir="auto">{title}</h1>
        {detail !== undefined && <div className={styles.detail}>{detail}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
