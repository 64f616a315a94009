import type { MapNode } from "./graph-model";
import { map as words } from "@/words/en/map";
import styles from "./links.module.css";
import { NodeLink } from "./node-link";
import type { LinkTold } from "./sentences";
import { SharedThings } from "./shared-things";

interface ToldLinkProps {
  told: LinkTold;
  from: MapNode;
}

/** A link in words, with what it is made of. */
export function ToldLink({ told, from }: ToldLinkProps) {
  const [before, after] = told.around;
  const percent = Math.round(told.link.weight * 100);
  return (
    <li className={styles.link}>
      <p className={styles.sentence} dir="auto">
        {before}
        <NodeLink node={told.other} />
        {after}
      </p>
      {told.link.kind === "shares" && (
        <p className={styles.strength}>
          <span className={styles.track} aria-hidden="true">
            <span style={{ width: `${percent}%` }} />
          </span>
          {words.card.strength(percent)}
        </p>
      )}
      <SharedThings told={told} from={from} />
    </li>
  );
}
