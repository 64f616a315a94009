import type { Graph, GraphEdge, GraphNode } from "@/api/shapes";

/** Small graphs for tests. */
export function node(id: string, kind: GraphNode["kind"], label: string, document = ""): GraphNode {
  return {
    id,
    kind,
    label,
    document: kind === "document" ? id.replace("document:", "") : document,
    chunks: 9,
    first: { page: 1, page_label: "i" },
    last: { page: 4, page_label: "2" },
  };
}

export function shares(source: string, target: string, weight: number): GraphEdge {
  return {
    source,
    target,
    kind: "shares",
    weight,
    count: 5,
    shared: ["late interaction", "ColBERT", "defrost", "weir"].map((text, place) => ({
      text,
      kind: "word",
      weight: 0.1,
      documents: 2,
      source: { page: place + 1, page_label: "i" },
      target: { page: place + 5, page_label: "7" },
    })),
  };
}

/** Three documents: a cites b and shares something with b and c. */
export function graph(): Graph {
  const contains = (target: string): GraphEdge => ({
    ...shares("collection:one", target, 1),
    kind: "contains",
    shared: [],
    count: 0,
  });
  return {
    level: "documents",
    most_documents: 2,
    nodes: [
      node("library", "library", "Library"),
      node("collection:one", "collection", "One"),
      node("document:a", "document", "Heat pumps"),
      node("document:b", "document", "Courtyards"),
      node("document:c", "document", "Über rivers"),
    ],
    edges: [
      contains("document:a"),
      contains("document:b"),
      contains("document:c"),
      shares("document:a", "document:c", 0.1),
      shares("document:b", "document:a", 0.4),
      { ...shares("document:a", "document:b", 1), kind: "cites", shared: [], count: 1 },
    ],
  };
}
