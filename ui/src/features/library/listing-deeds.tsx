import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { Collection, DocumentEntry } from "@/api/shapes";
import { library } from "@/words/en/library";
import { type Deeds, useDeeds } from "./deeds";
import { NameDialog } from "@/components/name-dialog";
import { PlaceDialog } from "./place-dialog";
import { mayChange, mayChangeDocument } from "./roles";

/** Deeds that ask something first. */
export type Asked =
  { deed: "rename"; document: DocumentEntry } | { deed: "move" | "add"; documents: readonly DocumentEntry[] };

interface ListingDeeds {
  deeds: Deeds;
  /** The open collection, if documents may be taken out of it. */
  source: Collection | null;
  ask: (asked: Asked) => void;
  canChange: (document: DocumentEntry) => boolean;
}

const Context = createContext<ListingDeeds | null>(null);

export function useListingDeeds(): ListingDeeds {
  const found = useContext(Context);
  if (!found) throw new Error("useListingDeeds needs ListingDeedsProvider above it");
  return found;
}

interface ProviderProps {
  collection: Collection | null;
  collections: readonly Collection[];
  children: ReactNode;
}

/** Offers the deeds to rows, cards and the bar, and shows the dialog of the one that asks. */
export function ListingDeedsProvider({ collection, collections, children }: ProviderProps) {
  const deeds = useDeeds();
  const [asked, ask] = useState<Asked | null>(null);
  const source = collection !== null && mayChange(collection) ? collection : null;
  const offered = useMemo<ListingDeeds>(
    () => ({
      deeds,
      source,
      ask,
      canChange: (document) => source !== null || mayChangeDocument(document, collections),
    }),
    [deeds, source, collections],
  );
  const close = () => ask(null);
  return (
    <Context value={offered}>
      {children}
      {asked?.deed === "rename" && (
        <NameDialog
          title={library.rename.title}
          label={library.rename.label}
          hint={library.rename.hint}
          action={library.action.rename}
          initial={asked.document.title}
          maxLength={500}
          mayBeEmpty
          onName={(title) => deeds.rename(asked.document, title)}
          onClose={close}
        />
      )}
      {asked?.deed === "move" && source && (
        <PlaceDialog
          title={library.place.moveTitle(asked.documents.length)}
          action={library.place.move}
          except={source.id}
          onChoose={(target) => deeds.move(asked.documents, source, target)}
          onClose={close}
        />
      )}
      {asked?.deed === "add" && (
        <PlaceDialog
          title={library.place.addTitle(asked.documents.length)}
          action={library.place.add}
          except={collection?.id ?? null}
          onChoose={(target) => deeds.add(asked.documents, target)}
          onClose={close}
        />
      )}
    </Context>
  );
}
