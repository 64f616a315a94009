import {
  isBetweenDocuments,
  isShown,
  type LinkFilter,
  type MapLink,
  type MapModel,
  type MapNode,
  pagesOf,
} from "./graph-model";
import { nodeTitle } from "./sentences";

export type ListSort = "links" | "strength" | "title" | "pages";

export interface ListRow {
  node: MapNode;
  /** Its links to other documents that pass the filter, the strongest first. */
  links: readonly MapLink[];
  /** How many do not pass. */
  hidden: number;
  sections: readonly MapNode[];
  pages: number;
}

const titles = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The documents of the map in the order asked for; only those found, where something is looked for. */
export function listRows(
  model: MapModel,
  filter: LinkFilter,
  sort: ListSort,
  found: readonly string[] | null,
): ListRow[] {
  const wanted = found === null ? null : new Set(found);
  const sections = new Map<string, MapNode[]>();
  for (const node of model.nodes) {
    if (node.kind !== "section") continue;
    const known = sections.get(node.document);
    if (known) known.push(node);
    else sections.set(node.document, [node]);
  }
  const rows = model.nodes
    .filter((node) => node.kind === "document")
    .filter(
      (node) =>
        wanted === null ||
        wanted.has(node.id) ||
        // A section that was found is shown with its document.
        (sections.get(node.document) ?? []).some((section) => wanted.has(section.id)),
    )
    .map((node): ListRow => {
      const between = (model.linksOf.get(node.id) ?? []).filter(isBetweenDocuments);
      const links = between.filter((link) => isShown(link, filter));
      return {
        node,
        links,
        hidden: between.length - links.length,
        sections: sections.get(node.document) ?? [],
        pages: pagesOf(node),
      };
    });
  const byTitle = (one: ListRow, other: ListRow) =>
    titles.compare(nodeTitle(one.node), nodeTitle(other.node));
  const strongest = (row: ListRow) =>
    Math.max(0, ...row.links.filter((link) => link.kind === "shares").map((link) => link.weight));
  const order: Record<ListSort, (one: ListRow, other: ListRow) => number> = {
    title: byTitle,
    links: (one, other) => other.links.length - one.links.length,
    strength: (one, other) => strongest(other) - strongest(one),
    pages: (one, other) => other.pages - one.pages,
  };
  return rows.sort((one, other) => order[sort](one, other) || byTitle(one, other));
}
