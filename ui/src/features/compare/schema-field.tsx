import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button, IconButton } from "@/components/button";
import { ErrorState, Skeleton } from "@/components/states";
import { forgetSchema, type SavedSchema, saveSchema, useSavedSchemas } from "@/lib/own-schemas";
import { schemasQuery } from "@/lib/queries";
import { showToast } from "@/lib/toasts";
import { words } from "@/words";
import { compare } from "@/words/en/compare";
import type { Choice } from "./choice";
import { OwnSchemaDialog } from "./own-schema-dialog";
import styles from "./setup.module.css";

interface SchemaFieldProps {
  choice: Choice;
  change: (by: Partial<Choice>) => void;
}

interface Card {
  key: string;
  title: string;
  detail: string;
  own: SavedSchema | null;
  chosen: boolean;
  choose: () => void;
}

/** Which schema: what fits, a built-in one, or one of one's own. */
export function SchemaField({ choice, change }: SchemaFieldProps) {
  const schemas = useQuery(schemasQuery);
  const saved = useSavedSchemas();
  const [editing, setEditing] = useState<SavedSchema | "new" | null>(null);
  const group = useId();
  const pick = (schema: string | null, own: SavedSchema | null) => change({ schema, own, dimensions: null });
  // One that came with a link is there as well, though this browser does not keep it.
  const linked = choice.own && !saved.some((one) => same(one, choice.own)) ? [choice.own] : [];
  const cards: Card[] = [
    {
      key: "fits",
      title: compare.schema.byKind,
      detail: compare.schema.byKindHint[choice.task],
      own: null,
      chosen: choice.schema === null && choice.own === null,
      choose: () => pick(null, null),
    },
    ...(schemas.data ?? []).map((schema) => ({
      key: schema.name,
      title: schema.title,
      detail: `${schema.description} ${compare.schema.fields(schema.fields.length)}.`,
      own: null,
      chosen: choice.schema === schema.name,
      choose: () => pick(schema.name, null),
    })),
    ...[...saved, ...linked].map((schema) => ({
      key: `own ${schema.name}`,
      title: schema.name,
      detail: compare.schema.own,
      own: schema,
      chosen: same(schema, choice.own),
      choose: () => pick(null, schema),
    })),
  ];
  return (
    <section className={styles.part}>
      <h2 id={group}>{compare.schema.title}</h2>
      {schemas.isPending && <Skeleton lines={2} height={88} />}
      {schemas.isError && <ErrorState error={schemas.error} onRetry={() => void schemas.refetch()} />}
      <div role="radiogroup" aria-labelledby={group} className={styles.cards}>
        {cards.map((card) => (
          <div key={card.key} className={styles.card}>
            <label>
              <input type="radio" name={group} checked={card.chosen} onChange={card.choose} />
              <span className={styles.cardTitle} dir="auto">
                {card.title}
              </span>
              <span className={styles.hint}>{card.detail}</span>
            </label>
            {card.own && (
              <OwnTools
                schema={card.own}
                onEdit={setEditing}
                onForget={() => {
                  if (card.chosen) pick(null, null);
                }}
              />
            )}
          </div>
        ))}
      </div>
      <div>
        <Button size="s" icon={<Plus />} onClick={() => setEditing("new")}>
          {compare.schema.define}
        </Button>
      </div>
      {editing !== null && (
        <OwnSchemaDialog
          schema={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
          onSave={(schema) => {
            if (editing !== "new" && editing.name !== schema.name) forgetSchema(editing.name);
            saveSchema(schema);
            pick(null, schema);
            setEditing(null);
          }}
        />
      )}
    </section>
  );
}

interface OwnToolsProps {
  schema: SavedSchema;
  onEdit: (schema: SavedSchema) => void;
  onForget: () => void;
}

function OwnTools({ schema, onEdit, onForget }: OwnToolsProps) {
  return (
    <div className={styles.tools}>
      <IconButton
        size="s"
        icon={<Pencil />}
        label={`${compare.schema.edit}: ${schema.name}`}
        onClick={() => onEdit(schema)}
      />
      <IconButton
        size="s"
        icon={<Trash2 />}
        label={compare.schema.forget(schema.name)}
        onClick={() => {
          forgetSchema(schema.name);
          onForget();
          showToast({
            text: compare.schema.forgot(schema.name),
            action: { label: words.actions.undo, run: () => saveSchema(schema) },
          });
        }}
      />
    </div>
  );
}

function same(one: SavedSchema, other: SavedSchema | null): boolean {
  return other !== null && one.name === other.name && one.text === other.text;
}
