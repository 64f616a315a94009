import { useQueries } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { Graph } from "@/api/shapes";
import { buildModel, findNodes, isBetweenDocuments, type MapModel } from "./graph-model";
import { sectionsQuery } from "./queries";

export interface MapData {
  model: MapModel | null;
  documents: number;
  /** Links between documents. */
  between: number;
  found: readonly string[] | null;
  expanded: ReadonlySet<string>;
  toggle: (document: string) => void;
}

/** The model of a graph, with the documents that were opened up, and what is looked for in it. */
export function useMapModel(graph: Graph | undefined, sought: string): MapData {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const opened = useQueries({
    queries: [...expanded].map(sectionsQuery),
    // The same list while nothing came: the picture is laid out anew for another one.
    combine: useCallback(
      (results: readonly { data?: Graph | undefined }[]) =>
        results.flatMap(({ data }) => (data === undefined ? [] : [data])),
      [],
    ),
  });
  const model = useMemo(() => (graph ? buildModel(graph, opened) : null), [graph, opened]);
  const later = useDeferredValue(sought);
  const found = useMemo(() => (model ? findNodes(model.nodes, later) : null), [model, later]);
  const counts = useMemo(
    () => ({
      documents: model?.nodes.filter((node) => node.kind === "document").length ?? 0,
      between: model?.links.filter(isBetweenDocuments).length ?? 0,
    }),
    [model],
  );
  const toggle = useCallback(
    (document: string) =>
      setExpanded((before) => {
        const next = new Set(before);
        if (!next.delete(document)) next.add(document);
        return next;
      }),
    [],
  );
  return { model, found, ...counts, expanded, toggle };
}
