import type { ReactNode } from "react";
import { Notice } from "@/components/notice";
import { errorText } from "@/lib/error-text";
import styles from "./turn.module.css";

interface TurnNoticeProps {
  /** What happened; or an error that tells it. */
  text?: string;
  error?: unknown;
  detail?: string;
  /** The buttons that help. */
  children?: ReactNode;
}

/** What happened to an answer, and what helps. */
export function TurnNotice({ text, error, detail, children }: TurnNoticeProps) {
  const told = text === undefined ? errorText(error) : { what: text, remedy: "" };
  return (
    <div className={styles.notice} role="status">
      <Notice action={children && <div className={styles.buttons}>{children}</div>}>
        <p dir="auto">
          {told.what} {told.remedy}
        </p>
        {detail && <p className={styles.detail}>{detail}</p>}
      </Notice>
    </div>
  );
}
