import { Link, useSearchParams } from "react-router";
import type { MapNode } from "./graph-model";
import styles from "./links.module.css";
import { nodeTitle } from "./sentences";

/** Leads to another node of the map: it is selected in the picture, and shown in the list. */
export function NodeLink({ node }: { node: MapNode }) {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  next.set("node", node.id);
  return (
    <Link to={{ search: next.toString() }} className={styles.other} dir="auto">
      {nodeTitle(node)}
    </Link>
  );
}
