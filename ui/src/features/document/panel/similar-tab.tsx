import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { documentName } from "@/lib/format";
import { documentPath } from "@/lib/place";
import { words } from "@/words";
import { panel } from "@/words/en/panel";
import styles from "./panel.module.css";
import { similarQuery } from "./queries";

/** Documents about the same, the most alike first. */
export function SimilarTab({ document }: { document: string }) {
  const similar = useSuspenseQuery(similarQuery(document)).data;
  if (similar.length === 0) {
    return (
      <div className={styles.section}>
        <h2>{panel.similar.none}</h2>
        <p className={styles.hint}>{panel.similar.noneHint}</p>
      </div>
    );
  }
  return (
    <ul className={styles.similar}>
      {similar.map(({ document: other, score }) => (
        <li key={other.id}>
          <h2 dir="auto">
            <Link to={documentPath({ document: other.id })}>{documentName(other)}</Link>
          </h2>
          <p className={styles.hint} dir="auto">
            {[other.authors.slice(0, 3).join(", "), other.year, words.units.pages(other.pages)]
              .filter(Boolean)
              .join(" · ")}
          </p>
          <div className={styles.row}>
            <span className={styles.facts} title={panel.similar.scoreHint}>
              {panel.similar.score(score)}
            </span>
            <Link className={styles.small} to={`/compare?documents=${document},${other.id}`}>
              {panel.similar.compare}
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}
