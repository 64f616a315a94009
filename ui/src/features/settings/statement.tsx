import type { ReactNode } from "react";
import styles from "./statement.module.css";

interface StatementProps {
  icon: ReactNode;
  text: string;
  detail: string;
}

/** The one sentence that a section is opened for. */
export function Statement({ icon, text, detail }: StatementProps) {
  return (
    <div className={styles.statement}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div>
        <p className={styles.text} dir="auto">
          {text}
        </p>
        <p className={styles.detail} dir="auto">
          {detail}
        </p>
      </div>
    </div>
  );
}
