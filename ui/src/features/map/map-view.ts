import { select } from "d3-selection";
import { zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { drawScene } from "./drawing";
import type { Point } from "./layout";
import { onThemeChange, type Palette, readPalette } from "./palette";
import { nodeRadius, type Scene, toScreen, type View } from "./scene";

interface Handlers {
  onPoint: (node: string | null) => void;
  onSelect: (node: string | null) => void;
  onOpen: (node: string) => void;
}

const LEAST_ZOOM = 0.05;
const MOST_ZOOM = 6;
const GLIDE_MS = 180;
/** How far from a node a press still means it, for fingers. */
const SLACK = 8;

/** The canvas of the map: it draws a scene when something changes, and knows what is under the pointer. */
export class MapView {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #zoom: ZoomBehavior<HTMLCanvasElement, unknown>;
  readonly #ends: (() => void)[] = [];
  #scene: Scene | null = null;
  #palette: Palette = readPalette();
  #transform: ZoomTransform = zoomIdentity;
  #width = 0;
  #height = 0;
  #frame = 0;
  #glide = 0;
  #fitted = false;

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, handlers: Handlers) {
    this.#canvas = canvas;
    this.#context = context;
    this.#zoom = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent([LEAST_ZOOM, MOST_ZOOM])
      .on("zoom", (event: { transform: ZoomTransform }) => {
        this.#transform = event.transform;
        this.#request();
      });
    const selection = select(canvas).call(this.#zoom);
    selection.on("dblclick.zoom", null); // a double press opens
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      act: (event: HTMLElementEventMap[Name]) => void,
    ) => {
      canvas.addEventListener(name, act);
      this.#ends.push(() => canvas.removeEventListener(name, act));
    };
    listen("pointermove", (event) => {
      if (event.pointerType === "mouse") handlers.onPoint(this.#under(event));
    });
    listen("pointerleave", () => handlers.onPoint(null));
    listen("click", (event) => handlers.onSelect(this.#under(event)));
    listen("dblclick", (event) => {
      const node = this.#under(event);
      if (node !== null) handlers.onOpen(node);
    });
    const observer = new ResizeObserver(() => this.#resize());
    observer.observe(canvas);
    this.#ends.push(
      () => observer.disconnect(),
      onThemeChange(() => {
        this.#palette = readPalette();
        this.#request();
      }),
    );
    // Titles are measured by their letters: once the fonts are there, they may be others.
    void document.fonts.ready.then(() => this.#request());
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#glide);
    select(this.#canvas).on(".zoom", null);
    this.#ends.forEach((end) => end());
  }

  show(scene: Scene): void {
    this.#scene = scene;
    if (!this.#fitted) this.fit(false);
    this.#request();
  }

  /** Show everything. */
  fit(gliding = true): void {
    const points = [...(this.#scene?.positions.values() ?? [])];
    if (points.length === 0 || this.#width === 0) return;
    this.#fitted = true;
    const left = Math.min(...points.map((point) => point.x));
    const right = Math.max(...points.map((point) => point.x));
    const top = Math.min(...points.map((point) => point.y));
    const bottom = Math.max(...points.map((point) => point.y));
    // Titles stand below their nodes, and are wider.
    const margin = { x: Math.min(110, this.#width * 0.25), y: 64 };
    const k = Math.min(
      2.4,
      (this.#width - 2 * margin.x) / Math.max(1, right - left),
      (this.#height - 2 * margin.y) / Math.max(1, bottom - top),
    );
    this.#go({ x: (left + right) / 2, y: (top + bottom) / 2 }, Math.max(LEAST_ZOOM, k), gliding);
  }

  /** About what is selected, else about the middle. */
  zoomBy(factor: number): void {
    const selected = this.#scene?.positions.get(this.#scene.selected ?? "");
    const [middleX, middleY] = this.#transform.invert([this.#width / 2, this.#height / 2]);
    const { x, y } = selected ?? { x: middleX, y: middleY };
    this.#go({ x, y }, Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, this.#transform.k * factor)), true);
  }

  /** Bring a node into sight where it is not. */
  reveal(node: string): void {
    const point = this.#scene?.positions.get(node);
    if (!point) return;
    const { x, y } = toScreen(point, this.#view);
    const inside = x > 60 && y > 60 && x < this.#width - 60 && y < this.#height - 60;
    if (!inside) this.#go(point, Math.max(this.#transform.k, 0.6), true);
  }

  get #view(): View {
    const { x, y, k } = this.#transform;
    return { x, y, k, width: this.#width, height: this.#height };
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const before = { width: this.#width, height: this.#height };
    this.#width = clientWidth;
    this.#height = clientHeight;
    this.#canvas.width = Math.round(clientWidth * devicePixelRatio);
    this.#canvas.height = Math.round(clientHeight * devicePixelRatio);
    this.#zoom.extent([
      [0, 0],
      [clientWidth, clientHeight],
    ]);
    if (before.width === 0) this.fit(false);
    else {
      // The middle stays the middle when the page beside opens.
      const by = { x: (clientWidth - before.width) / 2, y: (clientHeight - before.height) / 2 };
      const { x, y, k } = this.#transform;
      this.#set(zoomIdentity.translate(x + by.x, y + by.y).scale(k));
    }
    const selected = this.#scene?.selected;
    if (before.width !== 0 && selected) this.reveal(selected);
    // A canvas that is resized is blank: waiting for the next frame would flash.
    this.#draw();
  }

  #go(middle: Point, k: number, gliding: boolean): void {
    const from = this.#transform;
    const to = zoomIdentity
      .translate(this.#width / 2 - middle.x * k, this.#height / 2 - middle.y * k)
      .scale(k);
    cancelAnimationFrame(this.#glide);
    if (!gliding || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#set(to);
      return;
    }
    const began = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - began) / GLIDE_MS));
      const eased = 1 - (1 - share) ** 3;
      const between = (one: number, other: number) => one + (other - one) * eased;
      this.#set(
        zoomIdentity.translate(between(from.x, to.x), between(from.y, to.y)).scale(between(from.k, to.k)),
      );
      if (share < 1) this.#glide = requestAnimationFrame(step);
    };
    this.#glide = requestAnimationFrame(step);
  }

  #set(transform: ZoomTransform): void {
    this.#zoom.transform(select(this.#canvas), transform);
  }

  #request(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    if (!this.#scene || this.#width === 0) return;
    this.#context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    drawScene(this.#context, this.#scene, this.#view, this.#palette);
  }

  #under(event: MouseEvent): string | null {
    const view = this.#view;
    let nearest: string | null = null;
    let least = Infinity;
    for (const node of this.#scene?.nodes ?? []) {
      const point = this.#scene?.positions.get(node.id);
      if (!point) continue;
      const { x, y } = toScreen(point, view);
      const off = Math.hypot(x - event.offsetX, y - event.offsetY) - nodeRadius(node, view);
      if (off < SLACK && off < least) {
        least = off;
        nearest = node.id;
      }
    }
    return nearest;
  }
}
