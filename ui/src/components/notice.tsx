import { clsx } from "clsx";
import type { ReactNode } from "react";
import { errorText } from "@/lib/error-text";
import styles from "./notice.module.css";

interface NoticeProps {
  tone?: "plain" | "good" | "loss";
  /** Read out at once, for what comes as the answer to an act. */
  urgent?: boolean;
  children: ReactNode;
  /** One button that helps. */
  action?: ReactNode;
}

/** Something to know, where it counts: above the form or the list that it is about. */
export function Notice({ tone = "plain", urgent = false, children, action }: NoticeProps) {
  return (
    <div className={clsx(styles.notice, styles[tone])} role={urgent ? "alert" : undefined}>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}

/** Why the form beside it was not taken, and what helps; nothing while there is no error. */
export function ErrorNotice({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const { what, remedy } = errorText(error);
  return (
    <Notice tone="loss" urgent>
      <p>{what}</p>
      {remedy && <p>{remedy}</p>}
    </Notice>
  );
}
