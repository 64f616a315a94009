import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link, NavLink, useParams, useSearchParams } from "react-router";
import type { Collection } from "@/api/shapes";
import { IconButton } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { EmptyState, ErrorState, Skeleton } from "@/components/states";
import { collectionsQuery } from "@/lib/queries";
import { words } from "@/words";
import { adding } from "@/words/en/adding";
import { library } from "@/words/en/library";
import { AddMenu } from "./add-menu";
import { CollectionMenu } from "./collection-menu";
import { CreateCollection } from "./create-collection";
import { type Filters, readFilters, writeFilters } from "./filters";
import styles from "./library.module.css";
import { Listing } from "./listing";
import { ListingDeedsProvider } from "./listing-deeds";
import { documentCounts } from "./queries";
import { mayChange } from "./roles";

export function LibraryScreen() {
  const { collection: id } = useParams();
  const [search, setSearch] = useSearchParams();
  const collections = useQuery(collectionsQuery);
  const filters = readFilters(search);
  const change = (by: Partial<Filters>) =>
    setSearch((before) => writeFilters(before, { ...readFilters(before), ...by }), { replace: true });

  if (collections.isPending) return <Skeleton lines={8} height={480} />;
  if (collections.isError) {
    return <ErrorState error={collections.error} onRetry={() => void collections.refetch()} />;
  }
  const collection = collections.data.find((one) => one.id === id) ?? null;
  if (id !== undefined && collection === null) {
    return (
      <EmptyState
        level={1}
        title={library.collection.gone}
        actions={<Link to="/library">{library.all}</Link>}
      >
        {library.collection.goneText}
      </EmptyState>
    );
  }
  return (
    <div className={styles.screen}>
      <PageHeader
        title={collection?.name ?? words.shell.screens.library}
        detail={<Detail collection={collection} />}
        actions={
          <>
            {collection !== null && <CollectionMenu collection={collection} />}
            {(collection === null || mayChange(collection)) && (
              <AddMenu collection={collection?.id ?? null} />
            )}
          </>
        }
      />
      <CollectionSwitch collections={collections.data} />
      <ListingDeedsProvider collection={collection} collections={collections.data}>
        <Listing
          key={id ?? ""}
          collection={collection}
          filters={filters}
          onFilters={change}
          onAllFiltersOff={() => change({ words: "", kind: null, language: null, warnings: null })}
        />
      </ListingDeedsProvider>
    </div>
  );
}

function Detail({ collection }: { collection: Collection | null }) {
  const total = useQuery({ ...documentCounts(null), enabled: collection === null }).data?.total;
  if (collection === null) {
    return total === undefined || total === 0 ? library.all : words.units.documents(total);
  }
  const parts = [
    words.units.documents(collection.documents),
    ...(collection.shared_by ? [library.collection.sharedBy(collection.shared_by)] : []),
    ...(mayChange(collection) ? [] : [adding.readOnly(collection.name)]),
  ];
  return <span dir="auto">{parts.join(" · ")}</span>;
}

/** Where the rail has no room for collections, they stand here. */
function CollectionSwitch({ collections }: { collections: readonly Collection[] }) {
  const [creating, setCreating] = useState(false);
  return (
    <nav aria-label={library.collection.switch} className={styles.switch}>
      <NavLink end to="/library" className={styles.place}>
        {library.all}
      </NavLink>
      {collections.map((one) => (
        <NavLink key={one.id} to={`/library/${one.id}`} className={styles.place} dir="auto">
          {one.name}
        </NavLink>
      ))}
      <IconButton
        size="s"
        icon={<Plus />}
        label={library.collection.create}
        onClick={() => setCreating(true)}
      />
      {creating && <CreateCollection onClose={() => setCreating(false)} />}
    </nav>
  );
}
