import type { Point } from "./layout";

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const HEADING: Record<Direction, number> = {
  ArrowRight: 0,
  ArrowDown: Math.PI / 2,
  ArrowLeft: Math.PI,
  ArrowUp: -Math.PI / 2,
};

/** How far off the heading one may lie, in radians: four sectors that meet without a gap. */
const SECTOR = Math.PI / 4 + 0.001;

export function isDirection(key: string): key is Direction {
  return key in HEADING;
}

/**
 * The node that an arrow key leads to: along a link where one points that way, else to the nearest node there, so that
 * nodes without links are reached as well.
 */
export function nextInDirection(
  from: Point,
  direction: Direction,
  linked: ReadonlyMap<string, Point>,
  all: ReadonlyMap<string, Point>,
): string | null {
  return nearest(from, direction, linked) ?? nearest(from, direction, all);
}

function nearest(from: Point, direction: Direction, points: ReadonlyMap<string, Point>): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const [id, point] of points) {
    const distance = Math.hypot(point.x - from.x, point.y - from.y);
    if (distance === 0) continue;
    const turn = Math.atan2(point.y - from.y, point.x - from.x) - HEADING[direction];
    const off = Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
    // What lies straight ahead is preferred to what is a little nearer beside.
    const cost = distance * (1 + off);
    if (off <= SECTOR && cost < least) {
      least = cost;
      best = id;
    }
  }
  return best;
}
