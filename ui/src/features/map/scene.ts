import { type MapLink, type MapNode, otherEnd } from "./graph-model";
import type { Point } from "./layout";

/** All that a drawing of the map depends on. */
export interface Scene {
  nodes: readonly MapNode[];
  links: readonly MapLink[];
  positions: ReadonlyMap<string, Point>;
  /** The node whose links are lit: selected, or pointed at. */
  lit: string | null;
  selected: string | null;
  /** Ids of the nodes that were looked for; null when nothing was. */
  found: ReadonlySet<string> | null;
}

export interface View {
  x: number;
  y: number;
  k: number;
  width: number;
  height: number;
}

/** Nodes grow slower than the distances between them, so that zooming in makes room. */
const scaleOf = (view: View) => Math.min(1.6, Math.max(0.35, Math.sqrt(view.k)));

export function nodeRadius(node: MapNode, view: View): number {
  return node.radius * scaleOf(view);
}

export const toScreen = (point: Point, view: View): Point => ({
  x: point.x * view.k + view.x,
  y: point.y * view.k + view.y,
});

/** The lit node and its neighbours; null when none is lit. */
export function nearNodes({ lit, links }: Scene): Set<string> | null {
  if (lit === null) return null;
  const near = new Set([lit]);
  for (const link of links) {
    if (link.source.id === lit || link.target.id === lit) near.add(otherEnd(link, lit).id);
  }
  return near;
}

/** Whether a node steps back behind what is lit or was looked for. */
export function isQuiet(node: MapNode, scene: Scene, near: ReadonlySet<string> | null): boolean {
  if (scene.found !== null && !scene.found.has(node.id)) return near?.has(node.id) !== true;
  return near !== null && !near.has(node.id) && scene.found?.has(node.id) !== true;
}
