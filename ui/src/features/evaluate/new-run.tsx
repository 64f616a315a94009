import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { Select, TextField } from "@/components/field";
import { FormDialog } from "@/components/form-dialog";
import { useMarks } from "@/lib/marks";
import { collectionsQuery } from "@/lib/queries";
import { evaluate as words } from "@/words/en/evaluate";
import { FileChoice } from "./file-choice";
import { FileFormat } from "./file-format";
import styles from "./new-run.module.css";
import { beginEvaluation, evaluationQuery, evaluationsQuery } from "./queries";
import { goodFile, goodQuestions } from "./question-files";

const MOST_BYTES = 20_000_000;

/** A file of questions is chosen, checked by the server, and run at once. */
export function NewRun({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [collection, setCollection] = useState("");
  const collections = useQuery(collectionsQuery);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const marks = Object.values(useMarks());
  const good = goodQuestions(marks).length;
  const begin = useMutation({
    mutationFn: beginEvaluation,
    onSuccess: (evaluation) => {
      queries.setQueryData(evaluationQuery(evaluation.id).queryKey, evaluation);
      void queries.invalidateQueries({ queryKey: evaluationsQuery.queryKey });
      onClose();
      void navigate(`/evaluate/${evaluation.id}`);
    },
  });
  const tooLarge = file !== null && file.size > MOST_BYTES;
  const choose = (chosen: File) => {
    begin.reset();
    setFile(chosen);
  };
  return (
    <FormDialog
      title={words.form.title}
      action={words.form.start}
      ready={file !== null && !tooLarge}
      busy={begin.isPending}
      error={begin.error}
      wide
      onSubmit={() => file && begin.mutate({ file, name: name.trim(), collection: collection || null })}
      onClose={onClose}
    >
      <FileChoice file={file} problem={tooLarge ? words.form.tooLarge : undefined} onChoose={choose} />
      {marks.length > 0 && (
        <p className={styles.marks}>
          {words.form.marks(marks.length)}
          {good > 0 && (
            <Button
              size="s"
              onClick={() => {
                choose(goodFile(marks, words.form.exampleName));
                setName(words.form.marksName);
              }}
            >
              {words.form.useMarks(good)}
            </Button>
          )}
        </p>
      )}
      <div className={styles.pair}>
        <TextField
          label={words.form.name}
          hint={words.form.nameHint}
          maxLength={200}
          dir="auto"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          label={words.form.collection}
          value={collection}
          onChange={(event) => setCollection(event.target.value)}
        >
          <option value="">{words.form.all}</option>
          {(collections.data ?? []).map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      </div>
      <FileFormat marks={marks} />
    </FormDialog>
  );
}
