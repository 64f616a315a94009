import { type ReactNode, useId } from "react";
import styles from "./panel.module.css";

interface PanelProps {
  title: string;
  /** Read out but not seen, where the heading above says the same. */
  titleHidden?: boolean;
  detail?: ReactNode;
  /** Beside the title: what makes a new one. */
  action?: ReactNode;
  children: ReactNode;
}

/** Things that belong together, under a heading. */
export function Panel({ title, titleHidden = false, detail, action, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id} data-bare={titleHidden || undefined}>
      <header className={styles.header}>
        <div>
          <h3 id={id} className={titleHidden ? "heard" : undefined}>
            {title}
          </h3>
          {detail !== undefined && <p className={styles.detail}>{detail}</p>}
        </div>
        {action}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
