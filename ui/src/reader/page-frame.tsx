import { memo, useState } from "react";
import { pageText, pageWithin } from "@/lib/format";
import { pictureAddress } from "@/lib/prefetch";
import { reader as words } from "@/words/en/reader";
import type { Mark } from "./marks";
import { MarkLayer } from "./mark-layer";
import styles from "./page-frame.module.css";
import { PageDrawing } from "./page-drawing";
import type { PdfState } from "./pdf";
import { useAfter } from "./timing";

interface PageFrameProps {
  document: string;
  /** Physical, from 1. */
  page: number;
  label: string;
  top: number;
  left: number;
  width: number;
  height: number;
  pdf: PdfState;
  /** It is seen, not only near to what is seen: those are drawn first. */
  seen: boolean;
  marks: readonly Mark[];
  /** A change of it lets the marks pulse. */
  turn: number;
  onMark: (mark: Mark) => void;
}

/** Pages that only fly past are not fetched. */
const STAYS_MS = 90;
const NEAR_MS = 350;

/** What is drawn by the server alone must be as sharp as it is large; in steps, as each is another picture. */
const sharpWidth = (width: number): number =>
  [1000, 1600, 2400].find((step) => step >= width * devicePixelRatio) ?? 3200;

/**
 * One page: paper at once, the server's picture as soon as it is here, then the page itself, sharp and with its text; the
 * marks above.
 */
export const PageFrame = memo(function PageFrame(props: PageFrameProps) {
  const { document, page, label, top, left, width, height, pdf, seen, marks, turn, onMark } = props;
  const name = pageText(page, label);
  // What was gone to is wanted for certain.
  const [gone] = useState(marks.some((mark) => mark.kind === "quote"));
  const stays = useAfter(seen ? STAYS_MS : NEAR_MS) || gone;
  const [picture, setPicture] = useState<"wanted" | "shown" | "none">("wanted");
  const [broken, setBroken] = useState(false);
  return (
    <section aria-label={name} data-page={page} className={styles.page} style={{ top, left, width, height }}>
      <div className={styles.paper}>
        {stays && picture !== "none" && (
          <img
            className={styles.picture}
            src={pictureAddress(document, page, pdf.kind === "none" ? sharpWidth(width) : undefined)}
            alt=""
            draggable={false}
            onLoad={() => setPicture("shown")}
            onError={() => setPicture("none")}
          />
        )}
        {stays && pdf.kind === "ready" && !broken && (
          <PageDrawing pdf={pdf.pdf} page={page} width={width} height={height} onBroken={setBroken} />
        )}
        {(broken || pdf.kind === "broken" || pdf.kind === "none") && picture === "none" && (
          <p className={styles.broken}>{words.page.broken}</p>
        )}
      </div>
      {marks.length > 0 && (
        <MarkLayer name={pageWithin(page, label)} marks={marks} turn={turn} onMark={onMark} />
      )}
    </section>
  );
});
