/** A label that wants a place, in pixels of the screen. */
export interface Label {
  id: string;
  x: number;
  y: number;
  /** Of what it belongs to; the label stands outside of it. */
  radius: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

/** Links as they are drawn: from one end to the other. */
export type Line = readonly [Point, Point];

export interface PlacedLabel extends Label {
  left: number;
  top: number;
}

const GAP = 4;
const CELL = 64;

/**
 * Give labels their places in the order given, the most important first: below, above, right or left of their node. One
 * that would touch another is left out; at a larger zoom there is room for more.
 * @param obstacles nodes that no label may cover.
 * @param lines links; a label lies on one only where every place does, or beyond the edge of the screen.
 */
export function placeLabels(
  labels: readonly Label[],
  screen: { width: number; height: number },
  obstacles: readonly Pick<Label, "x" | "y" | "radius">[] = [],
  lines: readonly Line[] = [],
  most = 160,
): PlacedLabel[] {
  const taken = new Map<string, Box[]>();
  for (const { x, y, radius } of obstacles)
    take(taken, { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });
  const placed: PlacedLabel[] = [];
  for (const label of labels) {
    if (placed.length >= most) break;
    if (label.x < 0 || label.y < 0 || label.x > screen.width || label.y > screen.height) continue;
    const free = corners(label).filter(([left, top]) => isFree(taken, box(label, left, top)));
    const seen = free.filter(([left]) => left >= 0 && left + label.width <= screen.width);
    const clear = seen.find(([left, top]) => !lines.some((line) => crosses(line, box(label, left, top))));
    const found = clear ?? seen[0] ?? free[0];
    if (!found) continue;
    const [left, top] = found;
    take(taken, box(label, left, top));
    placed.push({ ...label, left, top });
  }
  return placed;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function corners({ x, y, radius, width, height }: Label): [number, number][] {
  return [
    [x - width / 2, y + radius + GAP],
    [x - width / 2, y - radius - GAP - height],
    [x + radius + GAP, y - height / 2],
    [x - radius - GAP - width, y - height / 2],
  ];
}

const box = (label: Label, left: number, top: number): Box => ({
  left: left - GAP,
  top: top - 1,
  right: left + label.width + GAP,
  bottom: top + label.height + 1,
});

/** Whether a line goes through an area (Liang and Barsky 1984). */
function crosses([from, to]: Line, area: Box): boolean {
  let first = 0;
  let last = 1;
  for (const [way, room] of [
    [from.x - to.x, from.x - area.left],
    [to.x - from.x, area.right - from.x],
    [from.y - to.y, from.y - area.top],
    [to.y - from.y, area.bottom - from.y],
  ] as const) {
    if (way === 0 && room < 0) return false;
    if (way < 0) first = Math.max(first, room / way);
    if (way > 0) last = Math.min(last, room / way);
  }
  return first < last;
}

function* cells(area: Box): Generator<string> {
  for (let column = Math.floor(area.left / CELL); column <= Math.floor(area.right / CELL); column++)
    for (let row = Math.floor(area.top / CELL); row <= Math.floor(area.bottom / CELL); row++)
      yield `${column} ${row}`;
}

function isFree(taken: ReadonlyMap<string, Box[]>, area: Box): boolean {
  for (const cell of cells(area))
    for (const other of taken.get(cell) ?? [])
      if (
        area.left < other.right &&
        other.left < area.right &&
        area.top < other.bottom &&
        other.top < area.bottom
      )
        return false;
  return true;
}

function take(taken: Map<string, Box[]>, area: Box): void {
  for (const cell of cells(area)) {
    const there = taken.get(cell);
    if (there) there.push(area);
    else taken.set(cell, [area]);
  }
}

/** A text in at most so many lines; what does not fit ends in an ellipsis. */
export function wrapLabel(
  text: string,
  measure: (text: string) => number,
  width: number,
  lines: number,
): string[] {
  const wrapped: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (!line || measure(longer) <= width) line = longer;
    else if (wrapped.length === lines - 1) {
      wrapped.push(cut(longer, measure, width));
      return wrapped;
    } else {
      wrapped.push(cut(line, measure, width));
      line = word;
    }
  }
  if (line) wrapped.push(cut(line, measure, width));
  return wrapped;
}

function cut(text: string, measure: (text: string) => number, width: number): string {
  if (measure(text) <= width) return text;
  const points = Array.from(text);
  let least = 0;
  let most = points.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(`${points.slice(0, middle).join("")}…`) <= width) least = middle;
    else most = middle - 1;
  }
  return `${points.slice(0, least).join("").trimEnd()}…`;
}
