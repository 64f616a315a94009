import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { showError } from "@/lib/toasts";
import { askWords } from "@/words/en/ask";
import styles from "./conversation.module.css";
import { renameConversation } from "./queries";

interface RenameFieldProps {
  id: string;
  title: string;
  onDone: () => void;
}

/** A title where it stands, being changed: Enter keeps it, as does going on elsewhere; Escape leaves it as it was. */
export function RenameField({ id, title, onDone }: RenameFieldProps) {
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  useEffect(() => {
    // After the menu has given the focus back to its button.
    const frame = requestAnimationFrame(() => field.current?.select());
    return () => cancelAnimationFrame(frame);
  }, []);
  const finish = () => {
    const wanted = text.trim();
    onDone();
    if (wanted !== "" && wanted !== title) renameConversation(queries, id, wanted).catch(showError);
  };
  return (
    <input
      ref={field}
      className={styles.rename}
      dir="auto"
      maxLength={1000}
      value={text}
      aria-label={askWords.list.rename}
      onChange={(event) => setText(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finish();
        if (event.key === "Escape") {
          event.stopPropagation();
          onDone();
        }
      }}
    />
  );
}
