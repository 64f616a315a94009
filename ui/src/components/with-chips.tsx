import { Children, type ReactNode } from "react";
import styles from "./with-chips.module.css";

/** Longer last words may break anywhere. */
const LONGEST = 24;

/** A text and the chips behind it: the first one stays on the line of the last word. */
export function WithChips({ text, children }: { text: string; children: ReactNode }) {
  const [first, ...others] = Children.toArray(children);
  const end = text.trimEnd();
  const at = end.lastIndexOf(" ") + 1;
  if (first === undefined || end.length - at > LONGEST) {
    return (
      <>
        {text}
        {children}
      </>
    );
  }
  return (
    <>
      {end.slice(0, at)}
      <span className={styles.together}>
        {end.slice(at)}
        {first}
      </span>
      {others}
    </>
  );
}
