import type { GraphPlace, GraphShared } from "@/api/shapes";
import { map as words } from "@/words/en/map";
import { type MapLink, type MapNode, otherEnd } from "./graph-model";

/** Something that a link is made of, seen from one of its ends. */
export interface SharedThing {
  text: string;
  kind: GraphShared["kind"];
  here: GraphPlace | null;
  there: GraphPlace | null;
}

/** A link as it is told of one of its ends. */
export interface LinkTold {
  link: MapLink;
  other: MapNode;
  /** The whole sentence. */
  text: string;
  /** The same before and after the title of the other one, where that is something to press. */
  around: [string, string];
  things: SharedThing[];
  /** How many things there are that the server does not name. */
  unnamed: number;
}

/** Stands for the title in a sentence; no text of a document has it. */
const TITLE = "\uE000";
const NAMED = 3;
const LONGEST = 60;

export function nodeTitle(node: MapNode): string {
  return node.label.trim() || words.untitled;
}

/** Tell a link in words, from the side of a node. */
export function tellLink(link: MapLink, from: string): LinkTold {
  const other = otherEnd(link, from);
  const outward = link.source.id === from;
  const things = link.shared.map((shared) => ({
    text: shared.text,
    kind: shared.kind,
    here: outward ? shared.source : shared.target,
    there: outward ? shared.target : shared.source,
  }));
  const [before = "", after = ""] = sentenceOf(link, outward, TITLE).split(TITLE);
  return {
    link,
    other,
    things,
    text: sentenceOf(link, outward, nodeTitle(other)),
    around: [before, after],
    unnamed: Math.max(0, link.count - things.length),
  };
}

function sentenceOf(link: MapLink, outward: boolean, title: string): string {
  const { sentence } = words;
  switch (link.kind) {
    case "shares": {
      const named = link.shared.slice(0, NAMED).map((shared) => shortened(shared.text));
      return sentence.shares(named, Math.max(0, link.count - named.length), title);
    }
    case "cites":
      return outward ? sentence.cites(title) : sentence.citedBy(title);
    case "contains":
      return outward ? sentence.contains(title) : sentence.partOf(title);
    case "follows":
      return outward ? sentence.precedes(title) : sentence.follows(title);
  }
}

/** A cited work is a line and more; in a sentence its beginning tells which. */
function shortened(text: string): string {
  const points = Array.from(text);
  return points.length > LONGEST ? `${points.slice(0, LONGEST).join("").trimEnd()}…` : text;
}
