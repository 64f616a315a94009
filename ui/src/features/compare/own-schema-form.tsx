import { Plus, Trash2 } from "lucide-react";
import type { FieldType } from "@/api/shapes";
import { Button, IconButton } from "@/components/button";
import { Select, TextField } from "@/components/field";
import { compare } from "@/words/en/compare";
import { values } from "@/words/en/values";
import { EMPTY_ROW, type FieldRow, type SchemaProblem, TYPES } from "./own-schema";
import styles from "./own-schema.module.css";

interface OwnSchemaFormProps {
  rows: readonly FieldRow[];
  problem: SchemaProblem | null;
  onChange: (rows: readonly FieldRow[]) => void;
}

/** Name, type and meaning of each field. */
export function OwnSchemaForm({ rows, problem, onChange }: OwnSchemaFormProps) {
  const set = (at: number, by: Partial<FieldRow>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...by } : row)));
  return (
    <>
      <ol className={styles.rows}>
        {rows.map((row, place) => (
          <li key={place} className={styles.row}>
            <TextField
              label={compare.own.labelAt(place + 1)}
              labelHidden
              placeholder={place === 0 ? compare.own.labelExample : compare.own.label}
              value={row.label}
              maxLength={80}
              dir="auto"
              problem={problem?.field === place + 1 ? problem.text : undefined}
              onChange={(event) => set(place, { label: event.target.value })}
            />
            <Select
              label={compare.own.typeAt(place + 1)}
              labelHidden
              value={row.type}
              onChange={(event) => set(place, { type: typeOf(event.target.value) })}
            >
              {TYPES.map((type) => (
                <option key={type} value={type}>
                  {values.types[type]}
                </option>
              ))}
            </Select>
            <TextField
              label={compare.own.descriptionAt(place + 1)}
              labelHidden
              placeholder={place === 0 ? compare.own.descriptionExample : compare.own.description}
              value={row.description}
              maxLength={500}
              dir="auto"
              onChange={(event) => set(place, { description: event.target.value })}
            />
            <IconButton
              icon={<Trash2 />}
              label={compare.own.remove(place + 1)}
              disabled={rows.length === 1}
              onClick={() => onChange(rows.filter((_, other) => other !== place))}
            />
          </li>
        ))}
      </ol>
      {problem !== null && problem.field === null && (
        <p className={styles.problem} role="alert">
          {problem.text}
        </p>
      )}
      <div>
        <Button size="s" icon={<Plus />} onClick={() => onChange([...rows, EMPTY_ROW])}>
          {compare.own.add}
        </Button>
      </div>
    </>
  );
}

function typeOf(value: string): FieldType {
  return TYPES.find((type) => type === value) ?? "text";
}
