import type { ReactNode } from "react";
import { words } from "@/words";
import styles from "./account-card.module.css";

interface AccountCardProps {
  title: string;
  detail?: ReactNode;
  children: ReactNode;
  /** Other ways, below the card. */
  below?: ReactNode;
}

/** The door of the room: what stands alone on its screen, before anybody is known. */
export function AccountCard({ title, detail, children, below }: AccountCardProps) {
  return (
    <main className={styles.door}>
      <title>{title === words.product ? title : words.shell.title(title)}</title>
      <p className={styles.brand}>{words.product}</p>
      <section className={styles.card} aria-labelledby="door">
        <div className={styles.head}>
          <h1 id="door">{title}</h1>
          {detail !== undefined && <p className={styles.detail}>{detail}</p>}
        </div>
        {children}
      </section>
      {below !== undefined && <div className={styles.below}>{below}</div>}
    </main>
  );
}
