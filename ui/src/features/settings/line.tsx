import type { ReactNode } from "react";
import styles from "./line.module.css";

interface LineProps {
  label: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}

/** One thing and what can be done with it. */
export function Line({ label, hint, children }: LineProps) {
  return (
    <div className={styles.line}>
      <div className={styles.text}>
        <div className={styles.label}>{label}</div>
        {hint !== undefined && <div className={styles.hint}>{hint}</div>}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
