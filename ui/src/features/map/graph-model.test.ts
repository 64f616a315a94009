import { describe, expect, it } from "vitest";
import { buildModel, filterModel, findNodes, neighbours } from "./graph-model";
import { graph, node, shares } from "@/testing/graphs";

const filter = (kinds: string[], strength = 0) => ({
  kinds: new Set(["shares", "cites", "contains", "follows"].filter((kind) => kinds.includes(kind))) as Set<
    "shares" | "cites" | "contains" | "follows"
  >,
  strength,
});
const everything = filter(["shares", "cites", "contains", "follows"]);

describe("the model of the map", () => {
  it("leaves out the library, and a collection that is the only one", () => {
    const model = buildModel(graph());
    expect(model.nodes.map((one) => one.id)).toEqual(["document:a", "document:b", "document:c"]);
    expect(model.links.map((link) => link.kind)).toEqual(["cites", "shares", "shares"]);
    const several = graph();
    several.nodes.push(node("collection:two", "collection", "Two"));
    expect(buildModel(several).nodes.filter((one) => one.kind === "collection")).toHaveLength(2);
  });

  it("knows the links of each node, those between documents first and the strongest of them first", () => {
    const model = buildModel(graph());
    expect(model.linksOf.get("document:a")?.map((link) => [link.kind, link.weight])).toEqual([
      ["cites", 1],
      ["shares", 0.4],
      ["shares", 0.1],
    ]);
  });

  it("puts the sections of a document in that was opened, once, and only while the document is there", () => {
    const opened = {
      ...graph(),
      nodes: [node("document:a", "document", "Heat"), node("section:a:1", "section", "Results", "a")],
      edges: [{ ...shares("document:a", "section:a:1", 1), kind: "contains" as const, shared: [], count: 0 }],
    };
    const model = buildModel(graph(), [opened, opened]);
    expect(model.nodes.filter((one) => one.kind === "section")).toHaveLength(1);
    expect(model.linksOf.get("section:a:1")).toHaveLength(1);
    const without = graph();
    without.nodes = without.nodes.filter((one) => one.id !== "document:a");
    expect(buildModel(without, [opened]).nodes.map((one) => one.id)).toEqual(["document:b", "document:c"]);
  });

  it("filters links by kind and strength; citations have no strength", () => {
    const model = buildModel(graph());
    expect(filterModel(model, filter(["shares"])).links).toHaveLength(2);
    expect(filterModel(model, filter(["shares", "cites"], 0.3)).links.map((link) => link.kind)).toEqual([
      "cites",
      "shares",
    ]);
    expect([...neighbours(model, "document:a", filter(["shares"], 0.3))]).toEqual(["document:b"]);
    expect([...neighbours(model, "document:a", everything)].sort()).toEqual(["document:b", "document:c"]);
  });

  it("finds by parts of words, without case and accents", () => {
    const { nodes } = buildModel(graph());
    expect(findNodes(nodes, "uber RIV")).toEqual(["document:c"]);
    expect(findNodes(nodes, "nothing")).toEqual([]);
    expect(findNodes(nodes, "  ")).toBeNull();
  });
});
