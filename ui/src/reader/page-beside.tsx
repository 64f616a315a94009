import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Maximize2, X } from "lucide-react";
import { useNavigate } from "react-router";
import { IconButton } from "@/components/button";
import { usePane } from "@/lib/pane";
import { documentPath, type Place } from "@/lib/place";
import { documentQuery } from "@/lib/queries";
import { words as common } from "@/words";
import { reader as words } from "@/words/en/reader";
import styles from "./page-beside.module.css";
import { Reader } from "./reader";

/** A document beside what is being read, at the place that was opened. */
export function PageBeside({ place }: { place: Place }) {
  const pane = usePane();
  const navigate = useNavigate();
  const details = useQuery(documentQuery(place.document));
  const title = details.data?.document.title ?? "";
  const head = (
    <header className={styles.head}>
      <h2 className={styles.title} dir="auto" title={title}>
        {title || details.data?.document.file_name}
      </h2>
      {pane.position && (
        <div className={styles.steps}>
          <IconButton
            size="s"
            icon={<ChevronLeft />}
            label={words.marks.previous}
            keys="["
            disabled={pane.position.at <= 1}
            onClick={() => pane.step(-1)}
          />
          <span className={styles.position}>{words.marks.position(pane.position.at, pane.position.of)}</span>
          <IconButton
            size="s"
            icon={<ChevronRight />}
            label={words.marks.next}
            keys="]"
            disabled={pane.position.at >= pane.position.of}
            onClick={() => pane.step(1)}
          />
        </div>
      )}
      <IconButton
        size="s"
        icon={<Maximize2 />}
        label={common.shell.pane.whole}
        onClick={() => void navigate(documentPath(place))}
      />
      <IconButton
        size="s"
        icon={<X />}
        label={common.shell.pane.close}
        keys={words.escape}
        onClick={pane.close}
      />
    </header>
  );
  return (
    <Reader
      key={place.document}
      place={place}
      opened={pane.opened}
      among={pane.among}
      onPlace={(next) => pane.open(next, pane.among)}
      head={head}
    />
  );
}
