import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { EmptyState, ErrorState } from "@/components/states";
import { ApiError } from "@/api/client";
import { useKeys } from "@/lib/keys";
import { hasPictures, PDF } from "@/lib/media-types";
import type { Place } from "@/lib/place";
import { documentQuery } from "@/lib/queries";
import { reader as words } from "@/words/en/reader";
import { Contents } from "./contents";
import { FindBar } from "./find-bar";
import type { Zoom } from "./geometry";
import { download, MoreMenu, openOriginal } from "./more-menu";
import { Pages } from "./pages";
import { usePdf } from "./pdf";
import { Preview } from "./preview";
import { pageListQuery } from "./queries";
import styles from "./reader.module.css";
import { SelectionBar } from "./selection-bar";
import { TextPages } from "./text-pages";
import { Toolbar } from "./toolbar";
import { useFind } from "./use-find";
import { useMarks } from "./use-marks";
import { useTarget } from "./use-target";

export interface ReaderProps {
  place: Place;
  /** Counts what was opened: the same place opened again is gone to again. */
  opened: number;
  /** Other places to be marked, more faintly: the citations of the same answer. */
  among: readonly Place[];
  onPlace: (place: Place) => void;
  /** The page that is read, as it changes. */
  onRead?: (page: number) => void;
  /** Stands above the bar. */
  head?: ReactNode;
  /** Whether outline and pages are shown beside from the beginning. */
  contents?: boolean;
}

/** Narrower, outline and pages lie over the page and leave when something is chosen. */
const ROOMY = 760;

/** A document to be read: its pages with what is marked on them, and the bar to move in it. */
export function Reader({ place, opened, among, onPlace, onRead, head, contents = false }: ReaderProps) {
  const root = useRef<HTMLDivElement>(null);
  const details = useQuery(documentQuery(place.document));
  const list = useQuery(pageListQuery(place.document));
  const { marks, own } = useMarks(place, among);
  const { target, go } = useTarget(place, opened, own.data);
  const [reading, setReading] = useState(place.page);
  const find = useFind(place.document, reading, go);
  const [asked, setAsked] = useState(0);
  const [zoom, setZoom] = useState<Zoom>({ fit: "width" });
  const [factor, setFactor] = useState(1);
  const [besides, setBesides] = useState(contents);
  const [text, setText] = useState(false);
  const entry = details.data?.document;
  const original = details.data?.original === true;
  const pdf = usePdf(place.document, original && entry?.media_type === PDF && !text);
  const pictures =
    original && entry !== undefined && hasPictures(entry.media_type) && pdf.kind !== "encrypted";
  useKeys({
    o: () => {
      if (!original || !entry) return;
      if (entry.media_type === PDF) openOriginal(place.document, reading);
      else download(place.document, entry.file_name);
    },
  });

  const failed = details.error ?? list.error;
  if (failed) {
    return (
      <div className={styles.reader}>
        {head}
        {failed instanceof ApiError && failed.status === 404 ? (
          <EmptyState level={head ? 2 : 1} title={words.told.gone}>
            {words.told.goneWhy}
          </EmptyState>
        ) : (
          <ErrorState
            error={failed}
            onRetry={() => {
              void details.refetch();
              void list.refetch();
            }}
          />
        )}
      </div>
    );
  }
  const pages = list.data ?? [];
  const begin = () => {
    find.begin();
    setAsked((count) => count + 1);
  };
  const takeFind = (event: KeyboardEvent) => {
    const wanted = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "f";
    // Pressed again in our field it opens the browser's own.
    if (!wanted || (event.target instanceof HTMLInputElement && find.open)) return;
    event.preventDefault();
    begin();
  };
  const choose = (page: number) => {
    go(page);
    if ((root.current?.clientWidth ?? 0) < ROOMY) setBesides(false);
  };
  const shown = {
    document: place.document,
    pages,
    target,
    marks: find.open ? [...marks, ...find.marks] : marks,
    onMark: (mark: { place?: Place }) => mark.place && onPlace(mark.place),
  };
  const read = (page: number) => {
    setReading(page);
    onRead?.(page);
  };
  const told = own.isError ? words.marks.lost : toldOf(entry?.media_type, original, pdf.kind);
  return (
    // Keys pressed anywhere in it; nothing is done by a press on it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={root} className={styles.reader} onKeyDown={takeFind}>
      {head}
      <Toolbar
        pages={pages}
        reading={reading}
        zoom={zoom}
        factor={pictures && !text ? factor : sizeOf(zoom)}
        onZoom={setZoom}
        onGo={go}
        onEnter={(page) => {
          go(page);
          // Not in the field any more, where keys would be typed.
          root.current?.querySelector<HTMLElement>("[data-desk]")?.focus({ preventScroll: true });
        }}
        contents={besides}
        onContents={() => setBesides(!besides)}
        finding={find.open}
        onFind={() => (find.open ? find.end() : begin())}
        more={
          <MoreMenu
            root={root}
            here={{ ...place, page: reading }}
            fileName={original ? (entry?.file_name ?? null) : null}
            opens={entry?.media_type === PDF}
            text={text}
            onText={pictures ? setText : null}
          />
        }
      />
      {find.open && <FindBar find={find} pages={pages} asked={asked} onClose={find.end} />}
      {told !== null && (
        <p role="status" className={styles.told}>
          {told}
        </p>
      )}
      <div className={styles.room}>
        {besides && (
          <div className={styles.contents}>
            <Contents
              document={place.document}
              pages={pages}
              reading={reading}
              pictures={pictures}
              onGo={choose}
            />
          </div>
        )}
        {list.data === undefined || entry === undefined ? (
          <Preview place={place} marks={marks} mediaType={entry?.media_type} />
        ) : pictures && !text ? (
          <Pages
            {...shown}
            pdf={entry.media_type === PDF ? pdf : { kind: "none" }}
            zoom={zoom}
            onZoom={setZoom}
            onRead={(page, shownAt) => {
              setFactor(shownAt);
              read(page);
            }}
          />
        ) : (
          <TextPages {...shown} size={sizeOf(zoom)} onRead={read} />
        )}
        {entry && <SelectionBar root={root} document={entry} pages={pages} />}
      </div>
    </div>
  );
}

/** Texts have no size of their own to fit: letters as everywhere, or by a factor. */
const sizeOf = (zoom: Zoom) => (zoom.fit === "none" ? zoom.factor : 1);

/** Why text is shown and not pages; null where there is nothing to say. */
function toldOf(mediaType: string | undefined, original: boolean, pdf: string): string | null {
  if (mediaType === undefined) return null;
  if (!original) return words.told.blackedOut;
  return mediaType === PDF && pdf === "encrypted" ? words.told.encrypted : null;
}
