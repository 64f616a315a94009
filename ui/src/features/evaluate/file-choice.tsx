import { FileQuestion } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "@/components/button";
import { sizeText } from "@/lib/format";
import { evaluate as words } from "@/words/en/evaluate";
import styles from "./new-run.module.css";

interface FileChoiceProps {
  file: File | null;
  problem: string | undefined;
  onChoose: (file: File) => void;
}

/** A file of questions, dropped or chosen. What is dropped here does not fall into the library behind. */
export function FileChoice({ file, problem, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(inside);
  };
  return (
    // The button inside does the same by keyboard.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.drop}
      data-over={over}
      onDragEnter={(event) => drag(event, true)}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        const dropped = event.dataTransfer.files.item(0);
        if (dropped) onChoose(dropped);
      }}
    >
      <FileQuestion aria-hidden="true" />
      <p className={styles.chosen} role="status" dir="auto">
        {file ? words.form.chosen(file.name, sizeText(file.size)) : words.form.drop}
      </p>
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      <Button size="s" onClick={() => input.current?.click()}>
        {file ? words.form.another : words.form.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".jsonl,.ndjson,.json,.csv,.tsv,.txt"
        aria-label={words.form.choose}
        onChange={(event) => {
          const chosen = event.target.files?.item(0);
          if (chosen) onChoose(chosen);
          event.target.value = ""; // or the same file, mended, could not be chosen again
        }}
      />
    </div>
  );
}
