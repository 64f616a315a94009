import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from "d3-force";

export interface Point {
  x: number;
  y: number;
}

export interface LayoutNode {
  id: string;
  kind: "document" | "section" | "collection";
  radius: number;
  /** Where it stood before: what is there stays near its place when more is opened. */
  before: Point | null;
}

export interface LayoutLink {
  source: string;
  target: string;
  kind: "contains" | "follows" | "shares" | "cites";
  weight: number;
}

export interface LayoutInput {
  nodes: readonly LayoutNode[];
  links: readonly LayoutLink[];
  seed: number;
}

type Body = LayoutNode & SimulationNodeDatum;
type Spring = Omit<LayoutLink, "source" | "target"> & SimulationLinkDatum<Body> & { toCollection: boolean };

/**
 * Positions by forces (Fruchterman and Reingold 1991, as d3-force solves them): strong links are short, the rest keeps its
 * distance. The same graph and seed give the same picture; it is solved to the end, so nothing moves when it is shown.
 */
export function layOut({ nodes, links, seed }: LayoutInput): Map<string, Point> {
  const kinds = new Map(nodes.map((node) => [node.id, node.kind]));
  const parents = new Map(
    links.filter((link) => link.kind === "contains").map((link) => [link.target, link.source]),
  );
  const before = new Map(nodes.map((node) => [node.id, node.before]));
  const random = randomFrom(seed);
  const bodies: Body[] = nodes.map((node) => {
    const start = node.before ?? before.get(parents.get(node.id) ?? "") ?? null;
    const apart = node.before ? 0 : 8;
    return start
      ? { ...node, x: start.x + (random() - 0.5) * apart, y: start.y + (random() - 0.5) * apart }
      : { ...node };
  });
  const springs: Spring[] = links.map((link) => ({
    ...link,
    toCollection: kinds.get(link.source) === "collection",
  }));
  const kept = nodes.some((node) => node.before !== null);
  const simulation = forceSimulation(bodies)
    .randomSource(randomFrom(seed))
    .alpha(kept ? 0.35 : 1)
    .force(
      "links",
      forceLink<Body, Spring>(springs)
        .id((body) => body.id)
        .distance(lengthOf)
        .strength(pullOf),
    )
    .force(
      "apart",
      forceManyBody<Body>()
        .strength((body) => (body.kind === "section" ? -40 : -320))
        .distanceMax(700),
    )
    .force(
      "room",
      forceCollide<Body>((body) => body.radius + (body.kind === "section" ? 5 : 20)).strength(0.9),
    )
    // Screens are wider than high, and titles wider than dots: the picture is pressed flat.
    .force(
      "wide",
      forceX<Body>((body) => body.before?.x ?? 0).strength((body) => (body.before ? 0.4 : 0.035)),
    )
    .force(
      "flat",
      forceY<Body>((body) => body.before?.y ?? 0).strength((body) => (body.before ? 0.4 : 0.075)),
    )
    .stop();
  // Large graphs settle roughly in fewer steps; each of them costs more.
  simulation.tick(nodes.length > 2000 ? 120 : nodes.length > 600 ? 200 : 300);
  return new Map(bodies.map((body) => [body.id, { x: body.x ?? 0, y: body.y ?? 0 }]));
}

function lengthOf(link: Spring): number {
  if (link.toCollection) return 180;
  return { shares: 70 + 110 * (1 - link.weight), cites: 110, contains: 34, follows: 22 }[link.kind];
}

function pullOf(link: Spring): number {
  if (link.toCollection) return 0.02;
  return { shares: 0.15 + 0.6 * link.weight, cites: 0.3, contains: 0.8, follows: 0.08 }[link.kind];
}

/** Numbers in 0…1 that are the same each time (a linear congruential generator; constants of Numerical Recipes). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
