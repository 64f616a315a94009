import { describe, expect, it } from "vitest";
import { nextInDirection } from "./direction";
import { buildModel } from "./graph-model";
import { type Label, placeLabels, wrapLabel } from "./labels";
import { layOut, type LayoutInput } from "./layout";
import { listRows } from "./list-rows";
import { graph } from "@/testing/graphs";
import { tellLink } from "./sentences";
import { findWords } from "./words-on-page";

const input = (seed: number): LayoutInput => ({
  seed,
  nodes: ["a", "b", "c", "d"].map((id) => ({ id, kind: "document", radius: 8, before: null })),
  links: [
    { source: "a", target: "b", kind: "shares", weight: 0.9 },
    { source: "b", target: "c", kind: "shares", weight: 0.1 },
  ],
});

describe("the layout", () => {
  it("is the same for the same graph and seed", () => {
    expect(layOut(input(7))).toEqual(layOut(input(7)));
  });

  it("puts what is strongly linked nearer, and nothing upon another", () => {
    const found = layOut(input(7));
    const distance = (one: string, other: string) => {
      const [from, to] = [found.get(one), found.get(other)];
      return Math.hypot((from?.x ?? NaN) - (to?.x ?? NaN), (from?.y ?? NaN) - (to?.y ?? NaN));
    };
    expect(distance("a", "b")).toBeLessThan(distance("b", "c"));
    expect(Math.min(distance("a", "b"), distance("c", "d"), distance("a", "d"))).toBeGreaterThan(30);
  });

  it("keeps what stood there near its place, and begins with new things beside what contains them", () => {
    const before = { x: 400, y: -250 };
    const found = layOut({
      seed: 1,
      nodes: [
        { id: "a", kind: "document", radius: 8, before },
        { id: "s", kind: "section", radius: 4, before: null },
      ],
      links: [{ source: "a", target: "s", kind: "contains", weight: 1 }],
    });
    const [parent, part] = [found.get("a"), found.get("s")];
    expect(Math.hypot((parent?.x ?? 0) - before.x, (parent?.y ?? 0) - before.y)).toBeLessThan(60);
    expect(Math.hypot((parent?.x ?? 0) - (part?.x ?? 0), (parent?.y ?? 0) - (part?.y ?? 0))).toBeLessThan(90);
  });
});

describe("arrow keys", () => {
  const all = new Map([
    ["right", { x: 50, y: 0 }],
    ["far", { x: 200, y: 10 }],
    ["up", { x: 5, y: -80 }],
  ]);
  const from = { x: 0, y: 0 };

  it("go along links first, then to what is near", () => {
    expect(nextInDirection(from, "ArrowRight", new Map([["far", { x: 200, y: 10 }]]), all)).toBe("far");
    expect(nextInDirection(from, "ArrowRight", new Map(), all)).toBe("right");
    expect(nextInDirection(from, "ArrowUp", new Map(), all)).toBe("up");
    expect(nextInDirection(from, "ArrowLeft", new Map(), all)).toBeNull();
  });
});

describe("labels", () => {
  const screen = { width: 800, height: 600 };
  const label = (id: string, x: number, y: number): Label => ({
    id,
    x,
    y,
    radius: 8,
    width: 100,
    height: 15,
  });

  it("never touch each other; the less important one gives way", () => {
    const crowd = Array.from({ length: 60 }, (_, at) => label(`n${at}`, 300 + (at % 8) * 20, 300 + at * 3));
    const placed = placeLabels(crowd, screen);
    expect(placed[0]?.id).toBe("n0");
    expect(placed.length).toBeGreaterThan(3);
    expect(placed.length).toBeLessThan(60);
    for (const one of placed)
      for (const other of placed)
        if (one !== other)
          expect(
            Math.abs(one.left - other.left) >= 100 || Math.abs(one.top - other.top) >= 15,
            `${one.id} ${other.id}`,
          ).toBe(true);
  });

  it("lie on no node, and stay away from what is off the screen", () => {
    const [placed] = placeLabels([label("a", 300, 300)], screen, [{ x: 300, y: 320, radius: 8 }]);
    expect(placed?.top).toBeLessThan(300);
    expect(placeLabels([label("a", -40, 300)], screen)).toEqual([]);
  });

  it("lie on no link where there is another place, and beyond no edge", () => {
    const node = { x: 300, y: 300 };
    const placed = (x: number, ...ends: { x: number; y: number }[]) =>
      placeLabels(
        [label("a", x, 300)],
        screen,
        [],
        ends.map((end) => [node, end]),
      )[0];
    const below = { x: 300, y: 500 };
    const above = { x: 300, y: 100 };
    expect(placed(300)?.top).toBeGreaterThan(300);
    expect(placed(300, below)?.top).toBeLessThan(300);
    expect(placed(300, below, above)?.left).toBeGreaterThan(300);
    expect(placed(300, below, above, { x: 500, y: 300 }, { x: 100, y: 300 })).toBeDefined();
    expect(placed(20)?.left).toBeGreaterThan(20);
  });

  it("are cut where they do not fit, by whole characters", () => {
    const measure = (text: string) => Array.from(text).length * 10;
    expect(wrapLabel("Heat pumps in old houses", measure, 120, 2)).toEqual(["Heat pumps", "in old hous…"]);
    expect(wrapLabel("x".repeat(250), measure, 60, 2)).toEqual(["xxxxx…"]);
    expect(wrapLabel("😀".repeat(9), measure, 50, 1)).toEqual(["😀😀😀😀…"]);
    expect(wrapLabel("", measure, 60, 2)).toEqual([]);
  });
});

describe("links in words", () => {
  const model = buildModel(graph());
  const [cites, strong] = model.linksOf.get("document:a") ?? [];

  it("tell what is shared, with the places of both sides", () => {
    if (!strong) throw new Error("no link");
    const told = tellLink(strong, "document:a");
    expect(told.text).toBe("Shares ‘late interaction’, ‘ColBERT’, ‘defrost’ and 2 more with Courtyards");
    expect(told.around).toEqual(["Shares ‘late interaction’, ‘ColBERT’, ‘defrost’ and 2 more with ", ""]);
    // The link goes from b to a: what is here stands in the target.
    expect(told.things[1]).toMatchObject({ text: "ColBERT", here: { page: 6 }, there: { page: 2 } });
    expect(told.unnamed).toBe(1);
  });

  it("tell who cites whom, from both sides", () => {
    if (!cites) throw new Error("no link");
    expect(tellLink(cites, "document:a").text).toBe("Cites Courtyards");
    expect(tellLink(cites, "document:b").text).toBe("Is cited by Heat pumps");
  });
});

describe("the list", () => {
  const model = buildModel(graph());
  const filter = { kinds: new Set(["shares" as const]), strength: 0.2 };

  it("has every document, also those whose links are all hidden", () => {
    const rows = listRows(model, filter, "title", null);
    expect(rows.map((row) => [row.node.document, row.links.length, row.hidden])).toEqual([
      ["b", 1, 1],
      ["a", 1, 2],
      ["c", 0, 1],
    ]);
    expect(listRows(model, filter, "strength", null).map((row) => row.node.document)).toEqual([
      "b",
      "a",
      "c",
    ]);
  });

  it("shows what was found alone", () => {
    expect(listRows(model, filter, "links", ["document:c"]).map((row) => row.node.document)).toEqual(["c"]);
  });
});

describe("words on a page", () => {
  it("are found across lines, in any case, and counted in code points", () => {
    expect(findWords("😀 a Late\ninteraction model", "late interaction")).toEqual({ start: 4, end: 20 });
    expect(findWords("1+1 (two)", "(TWO)")).toEqual({ start: 4, end: 9 });
    expect(findWords("nothing", "else")).toBeNull();
    expect(findWords("nothing", " ")).toBeNull();
  });
});
