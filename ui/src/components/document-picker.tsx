import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Collection, DocumentRef } from "@/api/shapes";
import { documentName } from "@/lib/format";
import { collectionsQuery } from "@/lib/queries";
import { useSettled } from "@/lib/settled";
import { words } from "@/words";
import { picker } from "@/words/en/picker";
import { Button } from "./button";
import { Chip } from "./chip";
import { Dialog } from "./dialog";
import styles from "./document-picker.module.css";
import { DocumentPickerList } from "./document-picker-list";
import { Check, Select, TextField } from "./field";

export interface Picked {
  documents: readonly DocumentRef[];
  collections: readonly Collection[];
}

interface DocumentPickerProps {
  title: string;
  /** What is chosen already. */
  chosen: { documents: readonly DocumentRef[]; collections?: readonly Collection[] };
  onChoose: (picked: Picked) => void;
  onClose: () => void;
  /** Fewest and most documents. */
  least?: number;
  most?: number;
  /** Let whole collections be chosen as well; "either": one of them, or documents, but not both. */
  withCollections?: boolean | "either";
}

/** A dialog to choose documents from all that one sees, by search; and collections, where they can be chosen whole. */
export function DocumentPicker({
  title,
  chosen,
  onChoose,
  onClose,
  least = 0,
  most = 200,
  withCollections = false,
}: DocumentPickerProps) {
  const [documents, setDocuments] = useState(chosen.documents);
  const [whole, setWhole] = useState(chosen.collections ?? []);
  const [search, setSearch] = useState("");
  const [collection, setCollection] = useState("");
  const collections = useQuery(collectionsQuery).data ?? [];
  const searched = useSettled(search.trim(), 150);
  const count = documents.length + whole.length;

  const either = withCollections === "either";
  const toggle = (document: DocumentRef) => {
    if (either) setWhole([]);
    setDocuments((before) =>
      before.some(({ id }) => id === document.id)
        ? before.filter(({ id }) => id !== document.id)
        : [...before, document].slice(0, most),
    );
  };
  const toggleWhole = (one: Collection) => {
    if (either) setDocuments([]);
    setWhole((before) => {
      if (before.some(({ id }) => id === one.id)) return before.filter(({ id }) => id !== one.id);
      return either ? [one] : [...before, one];
    });
  };

  const clear = () => {
    setDocuments([]);
    setWhole([]);
  };

  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      footer={
        <>
          <p className={styles.limit} role="status">
            {documents.length < least && picker.least(least)}
            {documents.length >= most && picker.most(most)}
          </p>
          <Button tone="quiet" onClick={onClose}>
            {words.actions.cancel}
          </Button>
          <Button
            tone="primary"
            disabled={documents.length < least}
            onClick={() => onChoose({ documents, collections: whole })}
          >
            {withCollections ? picker.chooseMixed(count) : picker.choose(count)}
          </Button>
        </>
      }
    >
      <Chosen count={count} onClear={clear}>
        {whole.map((one) => (
          <Chip key={one.id} onRemove={() => toggleWhole(one)} removeLabel={picker.remove(one.name)}>
            {one.name}
          </Chip>
        ))}
        {documents.map((document) => (
          <Chip
            key={document.id}
            onRemove={() => toggle(document)}
            removeLabel={picker.remove(documentName(document))}
          >
            {documentName(document)}
          </Chip>
        ))}
      </Chosen>
      <div className={styles.filters}>
        <TextField
          label={picker.search}
          labelHidden
          type="search"
          placeholder={picker.search}
          value={search}
          // The dialog was opened to search: the work goes on here.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          dir="auto"
          onChange={(event) => setSearch(event.target.value)}
        />
        {collections.length > 1 && (
          <Select
            label={picker.collection}
            labelHidden
            value={collection}
            onChange={(event) => setCollection(event.target.value)}
          >
            <option value="">{picker.everywhere}</option>
            {collections.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        )}
      </div>
      {withCollections && searched === "" && collection === "" && collections.length > 0 && (
        <fieldset className={styles.wholes}>
          <legend>{picker.wholeCollections}</legend>
          {collections.map((one) => (
            <Check
              key={one.id}
              label={one.name}
              hint={words.units.documents(one.documents)}
              checked={whole.some(({ id }) => id === one.id)}
              onChange={() => toggleWhole(one)}
            />
          ))}
        </fieldset>
      )}
      <DocumentPickerList
        words={searched}
        collection={collection}
        chosen={documents}
        most={most}
        onToggle={toggle}
        onAdd={(listed) => {
          if (either) setWhole([]);
          setDocuments((before) => [
            ...before,
            ...listed.filter(({ id }) => before.every((one) => one.id !== id)),
          ]);
        }}
      />
    </Dialog>
  );
}

function Chosen({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <section aria-label={picker.chosen} className={styles.chosen}>
      {count === 0 ? <p className={styles.none}>{picker.nothingChosen}</p> : children}
      {count > 1 && (
        <Button size="s" tone="quiet" onClick={onClear}>
          {picker.clear}
        </Button>
      )}
    </section>
  );
}
