import { TriangleAlert } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import { Check } from "@/components/field";
import { documentName } from "@/lib/format";
import { documentPath } from "@/lib/place";
import { warningText } from "@/lib/warning-text";
import { words } from "@/words";
import { library } from "@/words/en/library";
import styles from "./document-cards.module.css";
import { DocumentMenu } from "./document-menu";
import { choosesBy, type DocumentItemProps } from "./document-row";
import { DocumentStatus } from "./document-status";
import { Thumbnail } from "./thumbnail";

type DocumentCardProps = Omit<DocumentItemProps, "style"> & {
  /** Boxes stay in sight while something is chosen. */
  choosing: boolean;
};

export const DocumentCard = memo(function DocumentCard({
  document,
  place,
  chosen,
  active,
  job,
  choosing,
  onChoose,
  onActive,
}: DocumentCardProps) {
  const name = documentName(document);
  const path = documentPath({ document: document.id });
  const tabIndex = active ? 0 : -1;
  const about = [document.year, words.units.pages(document.pages), document.authors[0] ?? document.file_name];
  return (
    // The keys are those of the grid around it.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="gridcell"
      aria-colindex={place}
      aria-selected={chosen}
      tabIndex={tabIndex}
      data-row={document.id}
      data-choosing={choosing || undefined}
      className={styles.card}
      onFocus={() => onActive(document.id)}
      onClick={(event) => {
        if (choosesBy(event)) onChoose(document.id, event.shiftKey);
      }}
    >
      <Link to={path} tabIndex={-1} aria-hidden="true" className={styles.picture}>
        <Thumbnail document={document} />
      </Link>
      <div className={styles.box}>
        <Check
          label={library.table.select(name)}
          labelHidden
          tabIndex={tabIndex}
          checked={chosen}
          onClick={(event) => onChoose(document.id, event.shiftKey)}
          readOnly
        />
      </div>
      <div className={styles.text}>
        <Link to={path} tabIndex={tabIndex} className={styles.title} dir="auto" title={name}>
          {name}
        </Link>
        <p className={styles.about} dir="auto">
          {about.filter(Boolean).join(" · ")}
        </p>
        {job ? (
          <DocumentStatus document={document} job={job} />
        ) : (
          document.warnings[0] && (
            <p className={styles.warning} title={document.warnings.map(warningText).join("\n")}>
              <TriangleAlert aria-hidden="true" />
              <span>{warningText(document.warnings[0])}</span>
            </p>
          )
        )}
      </div>
      <div className={styles.menu}>
        <DocumentMenu document={document} tabIndex={tabIndex} />
      </div>
    </div>
  );
});
