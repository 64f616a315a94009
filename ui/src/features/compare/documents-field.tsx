import { Plus } from "lucide-react";
import { useState } from "react";
import type { DocumentRef } from "@/api/shapes";
import { Button } from "@/components/button";
import { Chip } from "@/components/chip";
import { DocumentPicker } from "@/components/document-picker";
import { documentName } from "@/lib/format";
import { words } from "@/words";
import { compare } from "@/words/en/compare";
import { LEAST, MOST, type Task } from "./choice";
import styles from "./setup.module.css";
import { type Named, useDocuments } from "./use-documents";

/** As many chips are shown; the dialog shows all. */
const CHIPS = 24;

interface DocumentsFieldProps {
  task: Task;
  ids: readonly string[];
  onChange: (documents: readonly DocumentRef[]) => void;
  onRemove: (id: string) => void;
}

export function DocumentsField({ task, ids, onChange, onRemove }: DocumentsFieldProps) {
  const [picking, setPicking] = useState(false);
  const documents = useDocuments(ids);
  const found = documents.flatMap(({ document }) => document ?? []);
  return (
    <section className={styles.part}>
      <h2>{compare.documents.title}</h2>
      {ids.length === 0 && <p className={styles.hint}>{compare.documents.need[task]}</p>}
      <div className={styles.chips}>
        {documents.slice(0, CHIPS).map((one) => (
          <Chip
            key={one.id}
            onRemove={() => onRemove(one.id)}
            removeLabel={compare.documents.remove(nameOf(one))}
          >
            {nameOf(one)}
          </Chip>
        ))}
        {documents.length > CHIPS && (
          <span className={styles.hint}>{compare.documents.more(documents.length - CHIPS)}</span>
        )}
        <Button size="s" icon={<Plus />} onClick={() => setPicking(true)}>
          {ids.length === 0 ? compare.documents.choose : compare.documents.change}
        </Button>
      </div>
      {picking && (
        <DocumentPicker
          title={compare.documents.pick}
          chosen={{ documents: found }}
          least={LEAST[task]}
          most={MOST[task]}
          onClose={() => setPicking(false)}
          onChoose={(picked) => {
            onChange(picked.documents);
            setPicking(false);
          }}
        />
      )}
    </section>
  );
}

function nameOf({ document, gone }: Named): string {
  if (document) return documentName(document);
  return gone ? compare.documents.removed : words.states.loading;
}
