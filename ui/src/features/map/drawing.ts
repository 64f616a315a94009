import { isBetweenDocuments, type MapNode } from "./graph-model";
import { drawLabels } from "./label-drawing";
import type { Point } from "./layout";
import type { Palette } from "./palette";
import { isQuiet, nearNodes, nodeRadius, type Scene, toScreen, type View } from "./scene";

export function drawScene(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  palette: Palette,
): void {
  canvas.clearRect(0, 0, view.width, view.height);
  const near = nearNodes(scene);
  drawLinks(canvas, scene, view, palette, near !== null);
  for (const node of scene.nodes) drawNode(canvas, node, scene, view, palette, isQuiet(node, scene, near));
  drawLabels(canvas, scene, view, palette, near);
}

function drawLinks(
  canvas: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  palette: Palette,
  some: boolean,
): void {
  for (const link of scene.links) {
    const from = scene.positions.get(link.source.id);
    const to = scene.positions.get(link.target.id);
    if (!from || !to) continue;
    const start = toScreen(from, view);
    const end = toScreen(to, view);
    if (isOutside(start, end, view)) continue;
    const lit = link.source.id === scene.lit || link.target.id === scene.lit;
    canvas.globalAlpha = lit
      ? 1
      : some || scene.found !== null
        ? 0.18
        : isBetweenDocuments(link)
          ? 0.75
          : 0.6;
    canvas.strokeStyle = lit ? palette.accent : isBetweenDocuments(link) ? palette.edge : palette.line;
    canvas.lineWidth = link.kind === "shares" ? 1 + 4 * link.weight : isBetweenDocuments(link) ? 1.5 : 1;
    canvas.setLineDash(link.kind === "follows" ? [2, 4] : []);
    canvas.beginPath();
    canvas.moveTo(start.x, start.y);
    canvas.lineTo(end.x, end.y);
    canvas.stroke();
    if (link.kind === "cites") drawArrow(canvas, start, end, nodeRadius(link.target, view));
  }
  canvas.setLineDash([]);
  canvas.globalAlpha = 1;
}

function isOutside(one: Point, other: Point, { width, height }: View): boolean {
  return (
    Math.max(one.x, other.x) < 0 ||
    Math.min(one.x, other.x) > width ||
    Math.max(one.y, other.y) < 0 ||
    Math.min(one.y, other.y) > height
  );
}

/** From the one that cites to the one that is cited. */
function drawArrow(canvas: CanvasRenderingContext2D, from: Point, to: Point, radius: number): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const tip = { x: to.x - Math.cos(angle) * (radius + 2), y: to.y - Math.sin(angle) * (radius + 2) };
  canvas.fillStyle = canvas.strokeStyle;
  canvas.beginPath();
  canvas.moveTo(tip.x, tip.y);
  for (const side of [-0.42, 0.42])
    canvas.lineTo(tip.x - Math.cos(angle + side) * 10, tip.y - Math.sin(angle + side) * 10);
  canvas.closePath();
  canvas.fill();
}

function drawNode(
  canvas: CanvasRenderingContext2D,
  node: MapNode,
  scene: Scene,
  view: View,
  palette: Palette,
  quiet: boolean,
): void {
  const point = scene.positions.get(node.id);
  if (!point) return;
  const { x, y } = toScreen(point, view);
  const radius = nodeRadius(node, view);
  if (x < -radius || y < -radius || x > view.width + radius || y > view.height + radius) return;
  const marked = node.id === scene.lit || scene.found?.has(node.id) === true;
  canvas.globalAlpha = quiet ? 0.3 : 1;
  canvas.beginPath();
  if (node.kind === "collection") canvas.roundRect(x - radius, y - radius, radius * 2, radius * 2, 3);
  else canvas.arc(x, y, radius, 0, Math.PI * 2);
  canvas.fillStyle = marked ? palette.accent : node.kind === "document" ? palette.node : palette.surface;
  canvas.fill();
  canvas.strokeStyle = marked ? palette.accent : node.kind === "document" ? palette.paper : palette.edge;
  canvas.lineWidth = 1.5;
  canvas.stroke();
  if (node.id === scene.selected) {
    canvas.beginPath();
    canvas.arc(x, y, radius + 4, 0, Math.PI * 2);
    canvas.strokeStyle = palette.accent;
    canvas.lineWidth = 2;
    canvas.stroke();
  }
  canvas.globalAlpha = 1;
}
