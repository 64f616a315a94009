import {
  autoUpdate,
  flip,
  FloatingPortal,
  offset,
  safePolygon,
  shift,
  useDismiss,
  useFloating,
  useFocus,
  useHover,
  useInteractions,
} from "@floating-ui/react";
import { clsx } from "clsx";
import { useId, useState } from "react";
import type { Citation } from "@/api/shapes";
import { documentName, pageText, pageWithin } from "@/lib/format";
import { usePane } from "@/lib/pane";
import { type Place, placeOf, writeSpans } from "@/lib/place";
import { usePrefetchPlace } from "@/lib/prefetch";
import { words } from "@/words";
import styles from "./citation-chip.module.css";
import { usePortal } from "./portal";

interface CitationChipProps {
  citation: Citation;
  /** Places of all citations of the same answer, in reading order, for "next" and "previous". */
  among?: readonly Place[];
}

/** A numbered chip: hover or focus shows the quote, a press opens its page with the quote marked. */
export function CitationChip({ citation, among }: CitationChipProps) {
  const [open, setOpen] = useState(false);
  const pane = usePane();
  const card = useId();
  const place = placeOf(citation);
  const root = usePortal();
  const { refs, floatingStyles, context } = useFloating<HTMLElement>({
    strategy: "fixed",
    open,
    onOpenChange: setOpen,
    placement: "top",
    whileElementsMounted: autoUpdate,
    middleware: [offset(8), flip(), shift({ padding: 12 })],
  });
  usePrefetchPlace(
    citation.lost ? null : place,
    citation.document.media_type,
    citation.rectangles,
    refs.domReference,
  );
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, { delay: { open: 200, close: 60 }, handleClose: safePolygon(), mouseOnly: true }),
    useFocus(context),
    useDismiss(context),
  ]);
  const active =
    pane.place?.document === place.document && writeSpans(pane.place.spans) === writeSpans(place.spans);
  const page = pageText(citation.page, citation.page_label);
  const within = pageWithin(citation.page, citation.page_label);
  const lost = citation.lost ? words.citation.lost[citation.lost] : null;
  return (
    <>
      <button
        ref={refs.setReference}
        type="button"
        className={clsx(styles.chip, active && styles.active, lost !== null && styles.lost)}
        aria-label={words.citation.name(citation.number, documentName(citation.document), within)}
        aria-describedby={open ? card : undefined}
        aria-current={active ? "true" : undefined}
        aria-disabled={lost !== null || undefined}
        {...getReferenceProps({ onClick: () => lost === null && pane.open(place, among) })}
      >
        {citation.number}
      </button>
      {open && (
        <FloatingPortal root={root}>
          <div
            ref={refs.setFloating}
            id={card}
            role="tooltip"
            style={floatingStyles}
            className={styles.card}
            {...getFloatingProps()}
          >
            <blockquote className={styles.quote} dir="auto">
              {citation.quote}
            </blockquote>
            <p className={styles.source}>
              <span className={styles.title} dir="auto">
                {documentName(citation.document)}
              </span>
              <span className={styles.page}>{lost ?? page}</span>
            </p>
          </div>
        </FloatingPortal>
      )}
    </>
  );
}
