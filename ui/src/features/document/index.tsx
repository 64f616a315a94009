import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { Skeleton } from "@/components/states";
import { useKeys } from "@/lib/keys";
import { PaneContext } from "@/lib/pane";
import { documentQuery } from "@/lib/queries";
import { Reader } from "@/reader";
import { document as words } from "@/words/en/document";
import styles from "./document.module.css";
import { DocumentHead } from "./document-head";
import { DocumentPanel } from "./panel";
import { useOwnPane } from "./use-own-pane";

export function DocumentScreen() {
  const { document } = useParams();
  return document === undefined ? null : <OneDocument key={document} document={document} />;
}

/** From these widths of the window on there is room beside the pages: for the panel, and for the outline as well. */
const ROOMY = 1280;
const ROOMIER = 1360;
const WHILE_READ_MS = 2000;

function OneDocument({ document }: { document: string }) {
  const { pane, place, onRead } = useOwnPane(document);
  const queries = useQueryClient();
  const details = useQuery({
    ...documentQuery(document),
    refetchInterval: ({ state }) => (state.data?.job ? WHILE_READ_MS : false),
  });
  const [beside, setBeside] = useState(() => innerWidth >= ROOMY);
  const [roomier] = useState(() => innerWidth >= ROOMIER);
  useKeys({ "[": () => pane.step(-1), "]": () => pane.step(1) }, pane.position !== null);
  useKeys({ Escape: pane.close }, pane.place !== null);

  const busy = (details.data?.job ?? null) !== null;
  const wasBusy = useRef(busy);
  useEffect(
    function takeWhatWasReadAnew() {
      if (wasBusy.current && !busy) void queries.invalidateQueries({ queryKey: ["documents"] });
      wasBusy.current = busy;
    },
    [busy, queries],
  );
  return (
    <PaneContext value={pane}>
      <div className={styles.screen}>
        {details.data ? (
          <DocumentHead
            details={details.data}
            beside={beside}
            onBeside={() => setBeside((shown) => !shown)}
          />
        ) : (
          !details.isError && <Skeleton lines={2} height={64} />
        )}
        <div className={styles.body}>
          <Reader
            place={place}
            opened={pane.opened}
            among={pane.among}
            onPlace={(next) => pane.open(next, pane.among)}
            onRead={onRead}
            contents={roomier}
          />
          {beside && details.data && (
            <aside className={styles.panel} aria-label={words.panel.label}>
              <DocumentPanel details={details.data} />
            </aside>
          )}
        </div>
      </div>
    </PaneContext>
  );
}
