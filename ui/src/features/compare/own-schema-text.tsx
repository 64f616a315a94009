import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Select, TextArea } from "@/components/field";
import { schemasQuery } from "@/lib/queries";
import { compare } from "@/words/en/compare";
import type { SchemaProblem } from "./own-schema";
import styles from "./own-schema.module.css";

interface OwnSchemaTextProps {
  text: string;
  problem: SchemaProblem | null;
  onChange: (text: string) => void;
}

/** TOML or JSON, with what the server found wrong in it: the line that it names is selected. */
export function OwnSchemaText({ text, problem, onChange }: OwnSchemaTextProps) {
  const schemas = useQuery(schemasQuery).data ?? [];
  const area = useRef<HTMLTextAreaElement>(null);
  const line = problem?.line ?? null;
  useEffect(() => {
    const element = area.current;
    if (line === null || element === null) return;
    const lines = element.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    // The dialog around it opens after this, and takes the focus as it does.
    const timer = setTimeout(() => {
      element.focus();
      element.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    });
    return () => clearTimeout(timer);
  }, [line]);
  return (
    <>
      <Select
        label={compare.own.startFrom}
        value=""
        onChange={(event) => {
          const chosen = schemas.find(({ name }) => name === event.target.value);
          if (chosen) onChange(chosen.text);
        }}
      >
        <option value="">{compare.own.startFromNone}</option>
        {schemas.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
      <TextArea
        ref={area}
        label={compare.own.textLabel}
        hint={compare.own.textHint}
        problem={problem?.text}
        className={styles.code}
        rows={14}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}
