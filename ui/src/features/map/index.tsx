import { useQuery } from "@tanstack/react-query";
import { Network } from "lucide-react";
import { useId, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { ApiError } from "@/api/client";
import { Button } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { EmptyState, ErrorState, Skeleton } from "@/components/states";
import { errorText } from "@/lib/error-text";
import { collectionsQuery } from "@/lib/queries";
import { words as common } from "@/words";
import { map as words } from "@/words/en/map";
import type { LinkFilter } from "./graph-model";
import { ExportMenu, MapControls, type MapForm } from "./map-controls";
import styles from "./map.module.css";
import { MapStage } from "./map-stage";
import { graphQuery, type MapLevel } from "./queries";
import { useMapModel } from "./use-map-model";

const ALL: LinkFilter = { kinds: new Set(["shares", "cites", "contains", "follows"]), strength: 0 };
const TOO_LARGE = 413;

/** The structure of the library, as a picture to explore and as a list. What is chosen stands in the address. */
export function MapScreen() {
  const [search, setSearch] = useSearchParams();
  const collection = search.get("collection");
  const level: MapLevel = search.get("level") === "sections" ? "sections" : "documents";
  const form: MapForm = search.get("view") === "list" ? "list" : "picture";
  const selected = search.get("node");
  const [sought, setSought] = useState("");
  const [filter, setFilter] = useState(ALL);
  const [filterOpen, setFilterOpen] = useState(false);
  const filterId = useId();
  const collections = useQuery(collectionsQuery);
  const graph = useQuery(graphQuery(collection, level));
  const map = useMapModel(graph.data, sought);

  const change = (name: string, value: string | null, drop: readonly string[] = []) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const other of drop) next.delete(other);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const select = (node: string | null) => change("node", node);
  const goToNext = () => {
    const { found } = map;
    if (!found || found.length === 0) return;
    select(found[(found.indexOf(selected ?? "") + 1) % found.length] ?? null);
  };

  return (
    <div className={styles.screen}>
      <PageHeader
        title={words.title}
        detail={
          <span className="figures">
            {map.model ? words.detail(map.documents, map.between) : common.states.loading}
          </span>
        }
        actions={<ExportMenu collection={collection} level={level} />}
      />
      <MapControls
        form={form}
        onForm={(next) => change("view", next === "list" ? next : null)}
        level={level}
        onLevel={(next) => change("level", next === "sections" ? next : null)}
        collection={collection}
        collections={collections.data ?? []}
        onCollection={(next) => change("collection", next, ["node"])}
        search={sought}
        onSearch={setSought}
        found={map.found?.length ?? null}
        onNext={goToNext}
        filterId={filterId}
        filterOpen={filterOpen}
        onFilterOpen={setFilterOpen}
      />
      {graph.isError ? (
        <Failed
          error={graph.error}
          onRetry={() => void graph.refetch()}
          onDocuments={() => change("level", null)}
        />
      ) : !map.model ? (
        <div className={styles.loading}>
          <Skeleton lines={8} height={320} />
        </div>
      ) : map.documents < 2 ? (
        <TooFew documents={map.documents} />
      ) : (
        <MapStage
          map={{ ...map, model: map.model }}
          form={form}
          level={level}
          selected={selected}
          onSelect={select}
          filter={filter}
          onFilter={setFilter}
          filterId={filterId}
          filterOpen={filterOpen}
        />
      )}
    </div>
  );
}

function Failed({
  error,
  onRetry,
  onDocuments,
}: {
  error: unknown;
  onRetry: () => void;
  onDocuments: () => void;
}) {
  if (!(error instanceof ApiError) || error.status !== TOO_LARGE)
    return <ErrorState error={error} onRetry={onRetry} />;
  const { what, remedy } = errorText(error);
  return (
    <EmptyState
      icon={<Network />}
      title={what}
      actions={
        <Button tone="primary" onClick={onDocuments}>
          {words.tooLarge.documents}
        </Button>
      }
    >
      {remedy}
    </EmptyState>
  );
}

function TooFew({ documents }: { documents: number }) {
  return (
    <EmptyState
      icon={<Network />}
      title={documents === 0 ? words.empty.none : words.empty.one}
      actions={<Link to="/library">{words.empty.library}</Link>}
    >
      {documents === 0 ? words.empty.noneText : words.empty.oneText}
    </EmptyState>
  );
}
