import { type CSSProperties, memo, type MouseEvent } from "react";
import { Link } from "react-router";
import type { DocumentEntry, Job } from "@/api/shapes";
import { Check } from "@/components/field";
import { documentName, exactTime, whenText } from "@/lib/format";
import { documentPath } from "@/lib/place";
import { warningText } from "@/lib/warning-text";
import { words } from "@/words";
import { library } from "@/words/en/library";
import { DocumentMenu } from "./document-menu";
import { DocumentStatus } from "./document-status";
import styles from "./document-table.module.css";

export interface DocumentItemProps {
  document: DocumentEntry;
  /** From 1, in the whole list. */
  place: number;
  chosen: boolean;
  /** The one that takes the focus. */
  active: boolean;
  job: Job | undefined;
  style: CSSProperties;
  onChoose: (id: string, range: boolean) => void;
  onActive: (id: string) => void;
}

/** A press on the row, but not on what can be pressed in it, chooses. */
export function choosesBy(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("a, button, input, label") === null;
}

export const DocumentRow = memo(function DocumentRow({
  document,
  place,
  chosen,
  active,
  job,
  style,
  onChoose,
  onActive,
}: DocumentItemProps) {
  const name = documentName(document);
  const tabIndex = active ? 0 : -1;
  return (
    // The keys are those of the grid around it.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={place + 1}
      aria-selected={chosen}
      tabIndex={tabIndex}
      data-row={document.id}
      className={styles.row}
      style={style}
      onFocus={() => onActive(document.id)}
      onClick={(event) => {
        if (choosesBy(event)) onChoose(document.id, event.shiftKey);
      }}
    >
      <div role="gridcell" className={styles.check}>
        <Check
          label={library.table.select(name)}
          labelHidden
          tabIndex={tabIndex}
          checked={chosen}
          onClick={(event) => onChoose(document.id, event.shiftKey)}
          readOnly
        />
      </div>
      <div role="gridcell" className={styles.title}>
        <Link
          to={documentPath({ document: document.id })}
          tabIndex={tabIndex}
          className={styles.link}
          dir="auto"
          title={name}
        >
          {name}
        </Link>
        <span className={styles.authors} dir="auto">
          {document.authors.join(", ") || document.file_name}
        </span>
        <span className={styles.detail}>
          {[
            document.year,
            words.units.pages(document.pages),
            document.warnings[0] && warningText(document.warnings[0]),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
      <div role="gridcell" className={styles.number}>
        {document.year ?? "–"}
      </div>
      <div role="gridcell" className={styles.kind}>
        {library.kinds[document.kind]}
      </div>
      <div role="gridcell" className={styles.number}>
        {document.pages}
      </div>
      <div role="gridcell" className={styles.added} title={exactTime(document.added_at)}>
        {whenText(document.added_at)}
      </div>
      <div role="gridcell" className={styles.status}>
        <DocumentStatus document={document} job={job} />
      </div>
      <div role="gridcell" className={styles.menu}>
        <DocumentMenu document={document} tabIndex={tabIndex} />
      </div>
    </div>
  );
});
