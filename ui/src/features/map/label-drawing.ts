import { directionOf } from "@/lib/text-direction";
import { isBetweenDocuments, type MapLink, type MapNode } from "./graph-model";
import { type Label, type Line, placeLabels, wrapLabel } from "./labels";
import type { Palette } from "./palette";
import { isQuiet, nodeRadius, type Scene, toScreen, type View } from "./scene";

const FONT = `"Inter Variable", system-ui, sans-serif`;
const LINE = 15;
const WIDTH = 168;
const MOST_LINES = 200;

interface LabelText {
  lines: string[];
  font: string;
  colour: string;
}

/** Titles by importance as far as there is room, and what lit links are made of. */
export function drawLabels(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  palette: Palette,
  near: ReadonlySet<string> | null,
): void {
  const texts = new Map<string, LabelText>();
  const labels: Label[] = [];
  for (const node of byImportance(scene, near)) {
    const point = scene.positions.get(node.id);
    if (!point) continue;
    const important = node.id === scene.lit || scene.found?.has(node.id) === true;
    if (
      isQuiet(node, scene, near) ||
      (node.kind === "section" && view.k < 1.1 && near?.has(node.id) !== true)
    )
      continue;
    const font = `${important ? 600 : node.kind === "document" ? 500 : 400} 12px ${FONT}`;
    const lines = linesOf(canvas, node.label, font);
    texts.set(node.id, { lines, font, colour: node.kind === "document" ? palette.ink : palette.muted });
    labels.push({
      id: node.id,
      ...toScreen(point, view),
      ...sizeOf(canvas, lines, font),
      radius: nodeRadius(node, view),
    });
    if (labels.length > 500) break;
  }
  for (const link of scene.lit === null ? [] : scene.links)
    addTerm(canvas, link, scene, view, palette, texts, labels);
  canvas.textAlign = "center";
  canvas.textBaseline = "top";
  canvas.lineJoin = "round";
  for (const label of placeLabels(labels, view, obstaclesOf(scene, view, near), linesOfLinks(scene, view))) {
    const text = texts.get(label.id);
    if (!text) continue;
    canvas.font = text.font;
    canvas.strokeStyle = palette.paper;
    canvas.lineWidth = 4;
    canvas.fillStyle = text.colour;
    for (const [row, line] of text.lines.entries()) {
      canvas.direction = directionOf(line);
      canvas.strokeText(line, label.left + label.width / 2, label.top + row * LINE);
      canvas.fillText(line, label.left + label.width / 2, label.top + row * LINE);
    }
  }
}

/** Links that titles keep clear of; where there are many, titles lie on some of them wherever they are. */
function linesOfLinks(scene: Scene, view: View): Line[] {
  const links = scene.links.filter(isBetweenDocuments);
  if (links.length > MOST_LINES) return [];
  return links.flatMap(({ source, target }) => {
    const from = scene.positions.get(source.id);
    const to = scene.positions.get(target.id);
    return from && to ? [[toScreen(from, view), toScreen(to, view)] as const] : [];
  });
}

/** Documents that are plainly seen: no title may lie on them. */
function obstaclesOf(scene: Scene, view: View, near: ReadonlySet<string> | null) {
  return scene.nodes.flatMap((node) => {
    const point = scene.positions.get(node.id);
    if (!point || node.kind !== "document" || isQuiet(node, scene, near)) return [];
    return [{ ...toScreen(point, view), radius: nodeRadius(node, view) }];
  });
}

/** On each lit link stands the strongest thing that the two documents share. */
function addTerm(
  canvas: CanvasRenderingContext2D,
  link: MapLink,
  scene: Scene,
  view: View,
  palette: Palette,
  texts: Map<string, LabelText>,
  labels: Label[],
): void {
  const term = link.kind === "shares" ? link.shared[0]?.text : undefined;
  const from = scene.positions.get(link.source.id);
  const to = scene.positions.get(link.target.id);
  if (term === undefined || !from || !to || (link.source.id !== scene.lit && link.target.id !== scene.lit))
    return;
  const font = `italic 400 12px ${FONT}`;
  const id = `${link.source.id} ${link.target.id}`;
  const lines = linesOf(canvas, term, font, 1);
  const middle = toScreen({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, view);
  texts.set(id, { lines, font, colour: palette.accent });
  labels.push({ id, ...middle, ...sizeOf(canvas, lines, font), radius: 0 });
}

function byImportance(scene: Scene, near: ReadonlySet<string> | null): MapNode[] {
  const strengths = strengthsOf(scene.links);
  const rank = (node: MapNode) =>
    (node.id === scene.lit ? 1e6 : near?.has(node.id) === true ? 1e4 : 0) +
    (scene.found?.has(node.id) === true ? 1e5 : 0) +
    (node.kind === "document" ? 100 : node.kind === "collection" ? 50 : 0) +
    (strengths.get(node.id) ?? 0) * 10 +
    node.radius;
  return [...scene.nodes].sort((one, other) => rank(other) - rank(one));
}

const strengths = new WeakMap<readonly MapLink[], ReadonlyMap<string, number>>();

/** How strongly each document is linked; counted once for the links shown, as every frame needs it. */
function strengthsOf(links: readonly MapLink[]): ReadonlyMap<string, number> {
  const known = strengths.get(links);
  if (known) return known;
  const sums = new Map<string, number>();
  for (const link of links.filter(isBetweenDocuments))
    for (const end of [link.source.id, link.target.id]) sums.set(end, (sums.get(end) ?? 0) + link.weight);
  strengths.set(links, sums);
  return sums;
}

const wrapped = new Map<string, string[]>();

function linesOf(canvas: CanvasRenderingContext2D, text: string, font: string, most = 2): string[] {
  const key = `${most} ${font} ${text}`;
  const known = wrapped.get(key);
  if (known) return known;
  canvas.font = font;
  // A label of a page's length would be measured for long; nobody reads it here.
  const lines = wrapLabel(text.slice(0, 120), (part) => canvas.measureText(part).width, WIDTH, most);
  if (wrapped.size > 5000) wrapped.clear();
  wrapped.set(key, lines);
  return lines;
}

function sizeOf(canvas: CanvasRenderingContext2D, lines: readonly string[], font: string) {
  canvas.font = font;
  return {
    width: Math.max(0, ...lines.map((line) => canvas.measureText(line).width)),
    height: lines.length * LINE,
  };
}
