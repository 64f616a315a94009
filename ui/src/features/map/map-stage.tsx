import { useState } from "react";
import { useNavigate } from "react-router";
import { documentPath } from "@/lib/place";
import { map as words } from "@/words/en/map";
import { DocumentList } from "./document-list";
import { FilterRow } from "./filter-row";
import type { LinkFilter, MapModel } from "./graph-model";
import type { ListSort } from "./list-rows";
import type { MapForm } from "./map-controls";
import styles from "./map.module.css";
import { NodeCard } from "./node-card";
import { Picture } from "./picture";
import type { MapLevel } from "./queries";
import type { MapData } from "./use-map-model";

interface MapStageProps {
  map: MapData & { model: MapModel };
  form: MapForm;
  level: MapLevel;
  selected: string | null;
  onSelect: (node: string | null) => void;
  filter: LinkFilter;
  onFilter: (filter: LinkFilter) => void;
  filterId: string;
  filterOpen: boolean;
}

/** The map itself in the form that was chosen, with what is selected on it. */
export function MapStage(props: MapStageProps) {
  const { map, form, level, selected, onSelect, filter } = props;
  const { model } = map;
  const [sort, setSort] = useState<ListSort>("links");
  const navigate = useNavigate();
  const node = selected === null ? undefined : model.byId.get(selected);
  const open = (id: string) => {
    const { document = "", first = null } = model.byId.get(id) ?? {};
    if (document) void navigate(documentPath({ document, ...(first ? { page: first.page } : {}) }));
  };
  return (
    <>
      {props.filterOpen && (
        <FilterRow id={props.filterId} model={model} filter={filter} onFilter={props.onFilter} />
      )}
      {map.between === 0 && <p className={styles.notice}>{words.picture.noLinks}</p>}
      <div className={styles.body}>
        {form === "picture" ? (
          <>
            <Picture
              model={model}
              filter={filter}
              selected={node?.id ?? null}
              found={map.found}
              onSelect={onSelect}
              onOpen={open}
            />
            {node && (
              <NodeCard
                model={model}
                node={node}
                filter={filter}
                expanded={level === "documents" ? map.expanded.has(node.document) : null}
                onExpand={() => map.toggle(node.document)}
                onClose={() => onSelect(null)}
              />
            )}
          </>
        ) : (
          <DocumentList
            model={model}
            filter={filter}
            found={map.found}
            sort={sort}
            onSort={setSort}
            selected={node?.id ?? null}
          />
        )}
      </div>
    </>
  );
}
