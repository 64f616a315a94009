import { useQueries, useQuery } from "@tanstack/react-query";
import { FileText, FolderOpen, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import type { Collection, DocumentRef } from "@/api/shapes";
import { Button } from "@/components/button";
import { Chip } from "@/components/chip";
import { DocumentPicker } from "@/components/document-picker";
import { Tooltip } from "@/components/tooltip";
import { documentName } from "@/lib/format";
import { collectionsQuery, documentQuery } from "@/lib/queries";
import { askWords } from "@/words/en/ask";
import styles from "./ask-box.module.css";
import { useConversation } from "./queries";
import { MOST_DOCUMENTS, readScope, type Scope, withScope } from "./scope-address";

const SHOWN = 4;

/** What is asked, above the question: chosen for a new conversation, told for one that has begun. */
export function ScopeLine({ conversation }: { conversation: string | null }) {
  return conversation === null ? <ChosenScope /> : <FixedScope conversation={conversation} />;
}

function ChosenScope() {
  const [search, setSearch] = useSearchParams();
  const [choosing, setChoosing] = useState(false);
  const scope = readScope(search);
  const parts = useParts(scope, MOST_DOCUMENTS);
  const change = (next: Scope) => setSearch((before) => withScope(before, next), { replace: true });
  return (
    <div className={styles.scope} role="group" aria-label={askWords.scope.label}>
      <Chips scope={scope} parts={parts} onChange={change} />
      <Button size="s" tone="quiet" icon={<Plus />} onClick={() => setChoosing(true)}>
        {isLimited(scope) ? askWords.scope.change : askWords.scope.choose}
      </Button>
      {choosing && (
        <DocumentPicker
          title={askWords.scope.title}
          chosen={{ documents: parts.known, collections: parts.collection ? [parts.collection] : [] }}
          most={MOST_DOCUMENTS}
          withCollections="either"
          onClose={() => setChoosing(false)}
          onChoose={({ documents, collections }) => {
            change({ collection: collections[0]?.id ?? null, documents: documents.map(({ id }) => id) });
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}

function FixedScope({ conversation }: { conversation: string }) {
  const about = useConversation(conversation);
  const scope = { collection: about?.collection ?? null, documents: about?.documents ?? [] };
  const parts = useParts(scope, SHOWN);
  if (!isLimited(scope)) return null;
  return (
    <div className={styles.scope} role="group" aria-label={askWords.scope.fixed}>
      <Tooltip text={askWords.scope.fixedHint}>
        {/* Focus shows the reason to those without a mouse. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <span tabIndex={0} className={styles.fixed}>
          {askWords.scope.fixed}
        </span>
      </Tooltip>
      <Chips scope={scope} parts={parts} />
    </div>
  );
}

const isLimited = ({ collection, documents }: Scope) => collection !== null || documents.length > 0;

interface Parts {
  collection: Collection | null;
  /** Documents in the order of the scope; undefined while they load, null where they are gone. */
  documents: (DocumentRef | null | undefined)[];
  known: DocumentRef[];
  loading: boolean;
}

/** What the ids of a scope stand for, as far as so many documents. */
function useParts(scope: Scope, most: number): Parts {
  const collections = useQuery({ ...collectionsQuery, enabled: scope.collection !== null });
  const found = useQueries({ queries: scope.documents.slice(0, most).map((id) => documentQuery(id)) });
  const documents = found.map(({ data, isError }) => (isError ? null : data?.document));
  return {
    collection: collections.data?.find((one) => one.id === scope.collection) ?? null,
    documents,
    known: documents.filter((one) => one !== null && one !== undefined),
    loading: collections.isPending,
  };
}

interface ChipsProps {
  scope: Scope;
  parts: Parts;
  onChange?: (next: Scope) => void;
}

/** A chip for each part; removable where the scope can be changed. */
function Chips({ scope, parts, onChange }: ChipsProps) {
  const missing = (loading: boolean) => (loading ? "…" : askWords.scope.gone);
  const chip = (key: string, name: string, icon: ReactNode, rest: Scope) => (
    <Chip
      key={key}
      icon={icon}
      {...(onChange && { onRemove: () => onChange(rest), removeLabel: askWords.scope.remove(name) })}
    >
      {name}
    </Chip>
  );
  return (
    <>
      {!isLimited(scope) && <span className={styles.fixed}>{askWords.scope.all}</span>}
      {scope.collection !== null &&
        chip(scope.collection, parts.collection?.name ?? missing(parts.loading), <FolderOpen />, {
          ...scope,
          collection: null,
        })}
      {scope.documents.slice(0, SHOWN).map((id, place) => {
        const document = parts.documents[place];
        const rest = { ...scope, documents: scope.documents.filter((one) => one !== id) };
        return chip(
          id,
          document ? documentName(document) : missing(document === undefined),
          <FileText />,
          rest,
        );
      })}
      {scope.documents.length > SHOWN && (
        <span className={styles.fixed}>{askWords.scope.more(scope.documents.length - SHOWN)}</span>
      )}
    </>
  );
}
