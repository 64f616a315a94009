import { useState } from "react";
import { Skeleton } from "@/components/states";
import { pageWithin } from "@/lib/format";
import { hasPictures } from "@/lib/media-types";
import type { Place } from "@/lib/place";
import { pictureAddress } from "@/lib/prefetch";
import { MarkLayer } from "./mark-layer";
import type { Mark } from "./marks";
import styles from "./preview.module.css";

interface PreviewProps {
  place: Place;
  marks: readonly Mark[];
  /** Undefined as long as nothing is known of the document. */
  mediaType: string | undefined;
}

/** The page that was asked for while the others are not known yet: its picture is often here before. */
export function Preview({ place, marks, mediaType }: PreviewProps) {
  const [shown, setShown] = useState(false);
  const [top] = marks.filter((mark) => mark.page === place.page && mark.kind === "quote");
  // Before the document is known, a quote with a place on its page tells that there is a picture of it.
  const pictured = mediaType === undefined ? (top?.rectangles.length ?? 0) > 0 : hasPictures(mediaType);
  return (
    <div className={styles.desk}>
      {!shown && <Skeleton lines={8} />}
      <div className={shown ? styles.page : styles.waiting}>
        {pictured && (
          <img
            className={styles.picture}
            src={pictureAddress(place.document, place.page)}
            alt=""
            onLoad={() => setShown(true)}
          />
        )}
        {shown && top && (
          <MarkLayer name={pageWithin(place.page, "")} marks={[top]} turn={0} onMark={() => undefined} />
        )}
      </div>
    </div>
  );
}
