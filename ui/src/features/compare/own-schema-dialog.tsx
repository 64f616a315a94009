import { useState } from "react";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { TextField } from "@/components/field";
import { Segmented } from "@/components/segmented";
import type { SavedSchema } from "@/lib/own-schemas";
import { words } from "@/words";
import { compare } from "@/words/en/compare";
import { EMPTY_ROW, type FieldRow, formatOf, rowsOf, schemaOf, type SchemaProblem } from "./own-schema";
import { OwnSchemaForm } from "./own-schema-form";
import { OwnSchemaText } from "./own-schema-text";
import styles from "./own-schema.module.css";

interface OwnSchemaDialogProps {
  /** Null for a new one. */
  schema: SavedSchema | null;
  /** What the server said was wrong with it. */
  problem?: SchemaProblem | null;
  onSave: (schema: SavedSchema) => void;
  onClose: () => void;
}

/** A schema of one's own, in a form or as text; the text is what counts, the form writes it. */
export function OwnSchemaDialog({ schema, problem = null, onSave, onClose }: OwnSchemaDialogProps) {
  const [name, setName] = useState(schema?.name ?? "");
  const [rows, setRows] = useState<readonly FieldRow[] | null>(
    schema === null ? [EMPTY_ROW, EMPTY_ROW] : rowsOf(schema),
  );
  const [text, setText] = useState(schema?.text ?? "");
  const [way, setWay] = useState<"form" | "text">(rows === null ? "text" : "form");
  const [asked, setAsked] = useState(false);
  const named = rows?.some(({ label }) => label.trim() !== "") ?? false;
  const complete = name.trim() !== "" && (way === "form" ? named : text.trim() !== "");

  const turn = (to: "form" | "text") => {
    if (to === "text" && rows !== null && named) setText(schemaOf(name, rows).text);
    if (to === "form")
      setRows(text.trim() === "" ? (rows ?? [EMPTY_ROW]) : rowsOf({ format: formatOf(text), text }));
    setWay(to);
  };
  const save = () => {
    setAsked(true);
    if (!complete) return;
    const written =
      way === "form" && rows !== null ? schemaOf(name, rows) : { format: formatOf(text), text: text.trim() };
    onSave({ name: name.trim(), ...written });
  };

  return (
    <Dialog
      wide
      title={schema === null ? compare.own.titleNew : compare.own.titleEdit}
      onClose={onClose}
      footer={
        <>
          <p className={styles.kept}>{compare.own.saved}</p>
          <Button tone="quiet" onClick={onClose}>
            {words.actions.cancel}
          </Button>
          <Button tone="primary" onClick={save}>
            {compare.own.save}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.top}>
          <TextField
            label={compare.own.name}
            value={name}
            maxLength={80}
            dir="auto"
            problem={asked && name.trim() === "" ? compare.own.nameProblem : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <Segmented
            label={compare.own.how}
            value={way}
            options={[
              { value: "form", label: compare.own.form },
              { value: "text", label: compare.own.text },
            ]}
            onChange={turn}
          />
        </div>
        {way === "text" ? (
          <OwnSchemaText text={text} problem={problem} onChange={setText} />
        ) : rows === null ? (
          <p>{compare.own.onlyText}</p>
        ) : (
          <OwnSchemaForm
            rows={rows}
            problem={asked && !named ? { text: compare.own.rowsProblem, field: null, line: null } : problem}
            onChange={setRows}
          />
        )}
      </div>
    </Dialog>
  );
}
