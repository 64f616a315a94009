import { useEffect, useRef, useState } from "react";
import type { MapModel, MapNode } from "./graph-model";
import type { LayoutInput, LayoutNode, Point } from "./layout";

export type Positions = ReadonlyMap<string, Point>;

type Arranged =
  { state: "arranging" | "failed"; positions: Positions | null } | { state: "ready"; positions: Positions };

const SEED = 1991;

const layoutKind = (node: MapNode): LayoutNode["kind"] =>
  node.kind === "section" || node.kind === "collection" ? node.kind : "document";

/** Where the nodes of a model stand, found by a worker. While it works, the positions before are kept. */
export function useLayout(model: MapModel): Arranged {
  const [arranged, setArranged] = useState<{
    of: MapModel | null;
    positions: Positions | null;
    failed: boolean;
  }>({
    of: null,
    positions: null,
    failed: false,
  });
  const latest = useRef<Positions | null>(null);
  useEffect(() => {
    const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<Positions>) => {
      latest.current = event.data;
      setArranged({ of: model, positions: event.data, failed: false });
    };
    worker.onerror = () => setArranged({ of: model, positions: latest.current, failed: true });
    const input: LayoutInput = {
      seed: SEED,
      nodes: model.nodes.map((node) => ({
        id: node.id,
        kind: layoutKind(node),
        radius: node.radius,
        before: latest.current?.get(node.id) ?? null,
      })),
      links: model.links.map((link) => ({
        source: link.source.id,
        target: link.target.id,
        kind: link.kind,
        weight: link.weight,
      })),
    };
    worker.postMessage(input);
    return () => worker.terminate();
  }, [model]);
  if (arranged.failed) return { state: "failed", positions: arranged.positions };
  if (arranged.of === model && arranged.positions) return { state: "ready", positions: arranged.positions };
  return { state: "arranging", positions: arranged.positions };
}
