import { Button } from "@/components/button";
import { saveFile } from "@/lib/download";
import type { Mark } from "@/lib/marks";
import { evaluate as words } from "@/words/en/evaluate";
import styles from "./new-run.module.css";
import { exampleFile, fileOf } from "./question-files";

/** What stands in a file of questions, with an example made of what was marked in this browser. */
export function FileFormat({ marks }: { marks: readonly Mark[] }) {
  const download = () => saveFile(fileOf(exampleFile(marks), words.form.exampleName), words.form.exampleName);
  return (
    <details className={styles.format}>
      <summary>{words.form.format}</summary>
      <p>{words.form.formatText}</p>
      <dl>
        {words.form.fields.map(([field, meaning]) => (
          <div key={field}>
            <dt>
              <code>{field}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button size="s" onClick={download}>
        {marks.length > 0 ? words.form.exampleMarks : words.form.example}
      </Button>
    </details>
  );
}
