import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/button";
import { Segmented } from "@/components/segmented";
import { documentRefQuery } from "@/lib/queries";
import { compare } from "@/words/en/compare";
import { type Choice, LEAST, MOST_DIMENSIONS } from "./choice";
import { DimensionsField } from "./dimensions-field";
import { DocumentsField } from "./documents-field";
import { SchemaField } from "./schema-field";
import styles from "./setup.module.css";

interface SetupProps {
  choice: Choice;
  change: (by: Partial<Choice>) => void;
}

const MODES = ["auto", "quoted", "composed"] as const;

/** Which documents, what to look for, and how. */
export function Setup({ choice, change }: SetupProps) {
  const queries = useQueryClient();
  const { task } = choice;
  const dimensions = choice.dimensions?.length ?? 0;
  const ready = choice.documents.length >= LEAST[task] && dimensions <= MOST_DIMENSIONS;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) change({ run: true });
      }}
    >
      <DocumentsField
        task={task}
        ids={choice.documents}
        onChange={(documents) => {
          for (const document of documents) {
            queries.setQueryData(documentRefQuery(document.id).queryKey, document);
          }
          change({ documents: documents.map(({ id }) => id) });
        }}
        onRemove={(id) => change({ documents: choice.documents.filter((one) => one !== id) })}
      />
      <SchemaField choice={choice} change={change} />
      {task === "compare" && choice.own === null && <DimensionsField choice={choice} change={change} />}
      <section className={styles.part}>
        <h2>{compare.mode.title}</h2>
        <div>
          <Segmented
            label={compare.mode.title}
            value={choice.mode}
            options={MODES.map((mode) => ({ value: mode, label: compare.mode[mode] }))}
            onChange={(mode) => change({ mode })}
          />
        </div>
        <p className={styles.hint}>{compare.mode.hints[choice.mode]}</p>
      </section>
      <div className={styles.begin}>
        <Button tone="primary" type="submit" disabled={!ready}>
          {compare.begin[task](choice.documents.length)}
        </Button>
        {choice.documents.length < LEAST[task] && (
          <p className={styles.hint}>{compare.documents.need[task]}</p>
        )}
      </div>
    </form>
  );
}
