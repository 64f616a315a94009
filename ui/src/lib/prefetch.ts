import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo } from "react";
import { apiAddress, type Schemas } from "@/api/client";
import { hasPictures } from "./media-types";
import { type Place, writeSpans } from "./place";
import { marksKey } from "./queries";

/** Width of page pictures asked for, in the steps that the server draws: what fits the page beside on this screen. */
const pictureWidth = (): number => (devicePixelRatio > 1.4 ? 1600 : 1000);

export function pictureAddress(document: string, page: number, width: number = pictureWidth()): string {
  return apiAddress(`documents/${document}/pages/${page}/image?width=${width}`);
}

/**
 * Opening a citation never waits for the network: its rectangles are kept as they arrived with it, and the picture of its
 * page, if it has one, is fetched when the browser has nothing else to do.
 *
 * @param near what has to be near the view for that: of a long conversation nobody wants every page.
 */
export function usePrefetchPlace(
  place: Place | null,
  mediaType: string,
  rectangles: readonly Schemas["PageRectangles"][] | undefined,
  near: RefObject<Element | null>,
): void {
  const queries = useQueryClient();
  const address =
    place === null || !hasPictures(mediaType) ? null : pictureAddress(place.document, place.page);
  const spans = place === null ? "" : writeSpans(place.spans);
  const kept = useMemo(() => place, [place?.document, place?.page, spans]); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => {
    if (kept && rectangles && kept.spans.length > 0) queries.setQueryData(marksKey(kept), rectangles);
  }, [queries, kept, rectangles]);
  useEffect(() => {
    if (address === null || !near.current || fetched.has(address)) return;
    let timer = 0;
    const fetchPicture = () => {
      fetched.add(address);
      const picture = new Image();
      picture.fetchPriority = "low";
      picture.src = address;
    };
    const observer = new IntersectionObserver((entries) => {
      window.clearTimeout(timer);
      // What only flies by is not fetched.
      if (entries.some((entry) => entry.isIntersecting)) timer = window.setTimeout(fetchPicture, 300);
    });
    observer.observe(near.current);
    return () => {
      observer.disconnect();
      window.clearTimeout(timer);
    };
  }, [address, near]);
}

const fetched = new Set<string>();
