import type { Schemas } from "@/api/client";
import type { Rectangle } from "@/api/shapes";
import { CodePoints } from "@/lib/code-points";

type Piece = Schemas["Piece"];

/** A stretch of a page's text, in code points. */
interface Characters {
  start: number;
  end: number;
}

/** What is selected on one page: where its lines are (as shares of the page), or its characters where these are known. */
export interface SelectedPage {
  page: number;
  rectangles: Rectangle[];
  characters: Characters | null;
}

export interface Selected {
  text: string;
  pages: SelectedPage[];
  /** On the screen. */
  box: DOMRect;
}

/** What is selected within an element that holds pages; null where nothing of a page is. */
export function selectedIn(root: HTMLElement): Selected | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return null;
  const text = tidy(selection.toString());
  const pages = [...root.querySelectorAll<HTMLElement>("[data-page]")]
    .filter((page) => range.intersectsNode(page))
    .map((page) => selectedOf(page, range))
    .filter((page) => page.rectangles.length > 0 || page.characters !== null);
  return text === "" || pages.length === 0 ? null : { text, pages, box: range.getBoundingClientRect() };
}

/** One line, as it is copied: lines of a page end where there was no more room. */
export function tidy(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/**
 * The characters of the words whose middle lies in one of the rectangles: one stretch for words that follow each other in the
 * text. A file may draw its footer first, and what is selected then lies apart.
 */
export function charactersWithin(pieces: readonly Piece[], rectangles: readonly Rectangle[]): Characters[] {
  const stretches: Characters[] = [];
  let before = false;
  for (const { start, end, ...box } of pieces) {
    const x = (box.x0 + box.x1) / 2;
    const y = (box.y0 + box.y1) / 2;
    const chosen = rectangles.some((one) => x >= one.x0 && x <= one.x1 && y >= one.y0 && y <= one.y1);
    const last = stretches.at(-1);
    if (chosen && before && last) last.end = end;
    else if (chosen) stretches.push({ start, end });
    before = chosen;
  }
  return stretches;
}

function selectedOf(element: HTMLElement, range: Range): SelectedPage {
  const page = Number(element.dataset["page"]);
  const pieces = [...element.querySelectorAll<HTMLElement>("[data-start], .textLayer span")].filter((piece) =>
    range.intersectsNode(piece),
  );
  const frame = element.getBoundingClientRect();
  const rectangles: Rectangle[] = [];
  const starts: number[] = [];
  let last = 0;
  for (const piece of pieces) {
    const text = piece.firstChild;
    if (!(text instanceof Text)) continue;
    const from = range.startContainer === text ? range.startOffset : 0;
    const to = range.endContainer === text ? range.endOffset : text.length;
    if (to <= from) continue;
    if (piece.dataset["start"] === undefined) rectangles.push(shareOf(text, from, to, frame));
    else {
      const begin = Number(piece.dataset["start"]);
      starts.push(begin + points(text.data.slice(0, from)));
      last = begin + points(text.data.slice(0, to));
    }
  }
  const [start] = starts;
  return { page, rectangles, characters: start === undefined ? null : { start, end: last } };
}

const points = (text: string) => new CodePoints(text).length;

function shareOf(text: Text, from: number, to: number, frame: DOMRect): Rectangle {
  const part = document.createRange();
  part.setStart(text, from);
  part.setEnd(text, to);
  const box = part.getBoundingClientRect();
  return {
    x0: (box.left - frame.left) / frame.width,
    x1: (box.right - frame.left) / frame.width,
    y0: (box.top - frame.top) / frame.height,
    y1: (box.bottom - frame.top) / frame.height,
  };
}
