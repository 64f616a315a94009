import { clsx } from "clsx";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { values } from "@/words/en/values";
import styles from "./clamp.module.css";
import { WithChips } from "./with-chips";

/** Texts up to so many characters are shown whole, whatever the width: they are not measured. */
const SHORT = 160;

interface ClampProps {
  text: string;
  /** Chips behind the text; they stay when it is cut. */
  after?: ReactNode;
  /** Shown instead of the text, which then only tells how long it is. */
  children?: ReactNode;
}

/** Words of a document of which a long one is cut after five lines, until somebody wants more. */
export function Clamp({ text, after, children }: ClampProps) {
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const long = text.length > SHORT;
  useEffect(() => {
    const element = box.current;
    if (!long || whole || element === null) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [long, whole]);
  if (!long) {
    return (
      <div className={styles.text} dir="auto">
        {children ? (
          <>
            {children}
            {after}
          </>
        ) : (
          <WithChips text={text}>{after}</WithChips>
        )}
      </div>
    );
  }
  return (
    <div>
      <div ref={box} id={id} className={clsx(styles.text, !whole && styles.cut)} dir="auto">
        {children ?? text}
      </div>
      <div className={styles.below}>
        {after}
        {(cut || whole) && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={whole}
            aria-controls={id}
            onClick={() => setWhole(!whole)}
          >
            {whole ? values.less : values.more}
          </button>
        )}
      </div>
    </div>
  );
}
