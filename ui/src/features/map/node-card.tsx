import { X } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button, IconButton } from "@/components/button";
import { pageText } from "@/lib/format";
import { documentPath } from "@/lib/place";
import { words as common } from "@/words";
import { map as words } from "@/words/en/map";
import {
  isBetweenDocuments,
  isShown,
  type LinkFilter,
  type MapModel,
  type MapNode,
  pagesOf,
} from "./graph-model";
import styles from "./node-card.module.css";
import { NodeLink } from "./node-link";
import { type LinkTold, nodeTitle, tellLink } from "./sentences";
import { ToldLink } from "./told-link";

interface NodeCardProps {
  model: MapModel;
  node: MapNode;
  filter: LinkFilter;
  /** Whether its sections are shown; null where they cannot be shown or hidden one by one. */
  expanded: boolean | null;
  onExpand: () => void;
  onClose: () => void;
}

const FIRST = 8;

/** What is selected on the map: what it is, where it leads, and its links in words. */
export function NodeCard({ model, node, filter, expanded, onExpand, onClose }: NodeCardProps) {
  const navigate = useNavigate();
  const links = model.linksOf.get(node.id) ?? [];
  const between = links.filter(isBetweenDocuments);
  const shown = between.filter((link) => isShown(link, filter));
  const structure = links.filter((link) => !isBetweenDocuments(link) && isShown(link, filter));
  const page = node.first?.page;
  return (
    <aside className={styles.card} aria-label={nodeTitle(node)}>
      <header className={styles.head}>
        <div>
          <p className={styles.kind}>{words.card.kinds[node.kind]}</p>
          <h2 dir="auto">{nodeTitle(node)}</h2>
          <p className={styles.extent}>{extentOf(node)}</p>
        </div>
        <IconButton icon={<X />} label={words.card.close} size="s" onClick={onClose} />
      </header>
      {node.document !== "" && (
        <div className={styles.actions}>
          <Button
            size="s"
            onClick={() =>
              void navigate(
                documentPath(
                  node.kind === "section" && page !== undefined
                    ? { document: node.document, page }
                    : { document: node.document },
                ),
              )
            }
          >
            {node.kind === "section" ? words.card.openSection : words.card.open}
          </Button>
          {node.kind === "document" && expanded !== null && (
            <Button size="s" aria-pressed={expanded} tone="quiet" onClick={onExpand}>
              {expanded ? words.card.collapse : words.card.expand}
            </Button>
          )}
        </div>
      )}
      {node.kind === "document" && (
        <>
          <h3 className={styles.count}>{words.card.links(shown.length)}</h3>
          {between.length === 0 && <p className={styles.quiet}>{words.card.none}</p>}
          <ul>
            {shown.map((link) => {
              const told = tellLink(link, node.id);
              return <ToldLink key={`${link.kind} ${told.other.id} ${told.text}`} told={told} from={node} />;
            })}
          </ul>
          {between.length > shown.length && (
            <p className={styles.quiet}>{words.card.hidden(between.length - shown.length)}</p>
          )}
        </>
      )}
      {structure.length > 0 && (
        <Structure key={node.id} told={structure.map((link) => tellLink(link, node.id))} />
      )}
    </aside>
  );
}

function Structure({ told }: { told: readonly LinkTold[] }) {
  const [all, setAll] = useState(false);
  return (
    <div className={styles.structure}>
      <ul>
        {(all ? told : told.slice(0, FIRST)).map(({ around: [before, after], other, link }) => (
          <li key={`${link.kind} ${link.source.id} ${link.target.id}`} dir="auto">
            {before}
            <NodeLink node={other} />
            {after}
          </li>
        ))}
      </ul>
      {told.length > FIRST && (
        <Button tone="quiet" size="s" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.card.fewer : words.card.all(told.length)}
        </Button>
      )}
    </div>
  );
}

function extentOf(node: MapNode): string {
  if (node.first === null) return words.card.chunks(node.chunks);
  const pages =
    node.kind === "section" && pagesOf(node) === 1
      ? pageText(node.first.page, node.first.page_label)
      : common.units.pages(pagesOf(node));
  return words.card.extent(pages, node.chunks);
}
