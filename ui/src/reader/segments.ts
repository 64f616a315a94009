import { CodePoints } from "@/lib/code-points";
import type { Mark } from "./marks";

/** A stretch of a page's text that is shown in one way. */
export interface Segment {
  start: number;
  end: number;
  text: string;
  /** What is marked here: the strongest of what overlaps. */
  mark: Mark | null;
  /** A line's end within a divided word: it is not shown. */
  joined: boolean;
}

const STRENGTH = { neighbour: 0, quote: 1, found: 2, current: 3 } as const;
/** Only the end of the line is swallowed: "well-" and "known" keep their hyphen, "Pro-" and "vider" stay readable. */
const DIVIDED = /(?<=\p{L}[-\u00ad\u2010])\n(?=\p{L})/gu;

/** Cut a stretch of text where marks begin and end. Places count code points of the page, as the API does. */
export function segmentsOf(
  text: CodePoints,
  start: number,
  end: number,
  marks: readonly Mark[],
  verbatim = false,
): Segment[] {
  const cuts = new Set([start, end]);
  const inside = (point: number) => point > start && point < end;
  for (const mark of marks)
    for (const span of mark.spans)
      for (const point of [span.start, span.end]) if (inside(point)) cuts.add(point);
  const joints = new Set(verbatim ? [] : jointsOf(text.slice(start, end), start));
  for (const joint of joints) for (const point of [joint, joint + 1]) if (inside(point)) cuts.add(point);
  const points = [...cuts].sort((one, other) => one - other);
  return points.slice(0, -1).map((from, at) => {
    const to = points[at + 1] ?? end;
    return {
      start: from,
      end: to,
      text: text.slice(from, to),
      mark: strongest(marks, from, to),
      joined: joints.has(from),
    };
  });
}

function strongest(marks: readonly Mark[], start: number, end: number): Mark | null {
  return marks
    .filter((mark) => mark.spans.some((span) => span.start < end && span.end > start))
    .reduce<Mark | null>(
      (best, one) => (best === null || STRENGTH[one.kind] > STRENGTH[best.kind] ? one : best),
      null,
    );
}

/** Where lines end within words, in code points of the page. */
function jointsOf(text: string, start: number): number[] {
  return [...text.matchAll(DIVIDED)].map(
    (found) => start + new CodePoints(text.slice(0, found.index)).length,
  );
}
