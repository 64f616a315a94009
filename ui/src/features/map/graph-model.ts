import type { Graph, GraphEdge, GraphNode, GraphPlace, GraphShared } from "@/api/shapes";

export interface MapNode extends GraphNode {
  /** In the units of the layout. */
  radius: number;
  /** What is searched: the label without case and accents. */
  folded: string;
}

export interface MapLink {
  source: MapNode;
  target: MapNode;
  kind: GraphEdge["kind"];
  weight: number;
  shared: readonly GraphShared[];
  /** How many things they share, with those that are not named. */
  count: number;
}

export interface MapModel {
  nodes: readonly MapNode[];
  links: readonly MapLink[];
  byId: ReadonlyMap<string, MapNode>;
  /** All links at a node, the strongest between documents first. */
  linksOf: ReadonlyMap<string, readonly MapLink[]>;
}

export interface LinkFilter {
  kinds: ReadonlySet<MapLink["kind"]>;
  /** Least weight of links that share something, 0…1. */
  strength: number;
}

const ORDER: Record<MapLink["kind"], number> = { cites: 0, shares: 1, contains: 2, follows: 3 };

/** Letters alone: "Überblick" is found by "uberblick". */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Area grows with what a node holds, within what can be seen and told apart. */
function radiusOf(node: Pick<GraphNode, "kind" | "chunks">): number {
  if (node.kind === "section") return Math.min(7, 3 + Math.sqrt(node.chunks) * 0.5);
  if (node.kind === "collection") return 6;
  return Math.min(18, 6 + Math.sqrt(node.chunks) * 0.55);
}

/**
 * The graph as the map shows it: the library itself is the map, and a single collection says nothing.
 * @param opened graphs of single documents with their sections, put into it.
 */
export function buildModel(graph: Graph, opened: readonly Graph[] = []): MapModel {
  const whole = [graph, ...opened];
  const several = graph.nodes.filter((node) => node.kind === "collection").length > 1;
  const byId = new Map<string, MapNode>();
  for (const [place, part] of whole.entries()) {
    for (const node of part.nodes) {
      const drawn =
        node.kind === "document" || node.kind === "section" || (node.kind === "collection" && several);
      // What was opened may have been removed from the graph in the meantime.
      const known = place === 0 || (node.kind === "section" && byId.has(`document:${node.document}`));
      if (drawn && known && !byId.has(node.id))
        byId.set(node.id, { ...node, radius: radiusOf(node), folded: fold(node.label) });
    }
  }
  const links = new Map<string, MapLink>();
  for (const edge of whole.flatMap((part) => part.edges)) {
    const source = byId.get(edge.source);
    const target = byId.get(edge.target);
    const key = `${edge.kind} ${edge.source} ${edge.target}`;
    if (source && target && !links.has(key)) links.set(key, { ...edge, source, target });
  }
  const linksOf = new Map<string, MapLink[]>();
  const sorted = [...links.values()].sort(
    (one, other) => ORDER[one.kind] - ORDER[other.kind] || other.weight - one.weight,
  );
  for (const link of sorted) {
    for (const end of [link.source, link.target]) {
      const at = linksOf.get(end.id);
      if (at) at.push(link);
      else linksOf.set(end.id, [link]);
    }
  }
  return { nodes: [...byId.values()], links: sorted, byId, linksOf };
}

/** Whether a link says something about two documents, and not how one is built. */
export function isBetweenDocuments(link: MapLink): boolean {
  return link.kind === "shares" || link.kind === "cites";
}

export function isShown(link: MapLink, filter: LinkFilter): boolean {
  return filter.kinds.has(link.kind) && (link.kind !== "shares" || link.weight >= filter.strength);
}

/** Links that pass, and the nodes that are left: without "contains" the collections say nothing. */
export function filterModel(model: MapModel, filter: LinkFilter) {
  const links = model.links.filter((link) => isShown(link, filter));
  const nodes = filter.kinds.has("contains")
    ? model.nodes
    : model.nodes.filter((node) => node.kind !== "collection");
  return { nodes, links };
}

export function otherEnd(link: MapLink, node: string): MapNode {
  return link.source.id === node ? link.target : link.source;
}

/** The nodes that a node is linked to, through links that are shown. */
export function neighbours(model: MapModel, node: string, filter: LinkFilter): Set<string> {
  const linked = (model.linksOf.get(node) ?? []).filter((link) => isShown(link, filter));
  return new Set(linked.map((link) => otherEnd(link, node).id));
}

/** Ids of nodes that have the words in their label, in the order of the map; null when nothing is looked for. */
export function findNodes(nodes: readonly MapNode[], search: string): string[] | null {
  const sought = fold(search).split(/\s+/).filter(Boolean);
  if (sought.length === 0) return null;
  return nodes.filter((node) => sought.every((word) => node.folded.includes(word))).map((node) => node.id);
}

/** How many pages a node has. */
export function pagesOf(node: { first: GraphPlace | null; last: GraphPlace | null }): number {
  return node.first && node.last ? node.last.page - node.first.page + 1 : 0;
}
