import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/button";
import { Chip } from "@/components/chip";
import { Check, TextField } from "@/components/field";
import { Segmented } from "@/components/segmented";
import { schemasQuery } from "@/lib/queries";
import { compare } from "@/words/en/compare";
import { type Choice, MOST_DIMENSIONS } from "./choice";
import styles from "./setup.module.css";

interface DimensionsFieldProps {
  choice: Choice;
  change: (by: Partial<Choice>) => void;
}

/** Which fields of the schema are compared, and what is asked beyond it in own words. */
export function DimensionsField({ choice, change }: DimensionsFieldProps) {
  const schemas = useQuery(schemasQuery).data ?? [];
  const [own, setOwn] = useState("");
  const fields = schemas.find(({ name }) => name === choice.schema)?.fields ?? [];
  const names = fields.map(({ name }) => name);
  const chosen = choice.dimensions ?? names;
  const ownWords = chosen.filter((one) => !names.includes(one));
  const set = (next: readonly string[]) => change({ dimensions: next.length > 0 ? next : null });
  const toggle = (name: string) =>
    set(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  const add = () => {
    const words = own.trim().replaceAll(/\s+/g, " ");
    if (words !== "" && !chosen.includes(words)) set([...chosen, words]);
    setOwn("");
  };
  return (
    <section className={styles.part}>
      <h2>{compare.dimensions.title}</h2>
      {fields.length > 0 && (
        <div className={styles.which}>
          <Segmented
            label={compare.dimensions.which}
            value={choice.dimensions === null ? "all" : "some"}
            options={[
              { value: "all", label: compare.dimensions.all },
              { value: "some", label: compare.dimensions.some },
            ]}
            onChange={(which) =>
              change({ dimensions: which === "all" ? null : names.slice(0, MOST_DIMENSIONS) })
            }
          />
          <span className={styles.hint} role="status">
            {compare.dimensions.count(chosen.length)}
          </span>
        </div>
      )}
      {choice.dimensions !== null && fields.length > 0 && (
        <>
          <div className={styles.fields}>
            {fields.map((field) => (
              <Check
                key={field.name}
                label={field.label}
                title={field.description}
                checked={chosen.includes(field.name)}
                // The last one stays: none would mean all.
                disabled={chosen.length === 1 && chosen.includes(field.name)}
                onChange={() => toggle(field.name)}
              />
            ))}
          </div>
          {chosen.length > MOST_DIMENSIONS && (
            <p className={styles.problem} role="alert">
              {compare.dimensions.most(MOST_DIMENSIONS)}
            </p>
          )}
        </>
      )}
      {ownWords.length > 0 && (
        <div className={styles.chips}>
          {ownWords.map((words) => (
            <Chip
              key={words}
              onRemove={() => set(chosen.filter((one) => one !== words))}
              removeLabel={compare.dimensions.remove(words)}
            >
              {words}
            </Chip>
          ))}
        </div>
      )}
      <div className={styles.adding}>
        <TextField
          label={compare.dimensions.ownLabel}
          hint={
            fields.length === 0 && ownWords.length > 0
              ? compare.dimensions.ownOnly
              : compare.dimensions.ownHint
          }
          value={own}
          maxLength={200}
          dir="auto"
          onChange={(event) => setOwn(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button disabled={own.trim() === ""} onClick={add}>
          {compare.dimensions.add}
        </Button>
      </div>
    </section>
  );
}
