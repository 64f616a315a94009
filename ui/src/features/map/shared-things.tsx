import { useState } from "react";
import type { GraphPlace } from "@/api/shapes";
import { Button } from "@/components/button";
import { pageText, shortPageText } from "@/lib/format";
import { map as words } from "@/words/en/map";
import type { MapNode } from "./graph-model";
import { type LinkTold, nodeTitle } from "./sentences";
import styles from "./links.module.css";
import { useOpenWords } from "./words-on-page";

const FIRST = 3;

/** What a link is made of: each thing, where it first stands here and where there; a press opens the page beside. */
export function SharedThings({ told, from }: { told: LinkTold; from: MapNode }) {
  const [all, setAll] = useState(false);
  if (told.things.length === 0) return null;
  const both = told.link.kind === "shares";
  const sides = (["here", "there"] as const).filter((side) =>
    told.things.some((thing) => thing[side] !== null),
  );
  const shown = all ? told.things : told.things.slice(0, FIRST);
  return (
    <>
      <table className={styles.things}>
        <thead>
          <tr>
            <th scope="col">{both ? words.card.heads.thing : words.card.heads.work}</th>
            {sides.map((side) => (
              <th key={side} scope="col">
                {words.card.heads[side]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((thing) => (
            <tr key={`${thing.kind} ${thing.text}`}>
              <td dir="auto" title={words.card.sharedKinds[thing.kind]}>
                {thing.text}
              </td>
              {sides.map((side) => (
                <td key={side}>
                  <PlaceButton
                    text={thing.text}
                    place={thing[side]}
                    node={side === "here" ? from : told.other}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {told.things.length > FIRST && (
        <Button tone="quiet" size="s" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.card.fewer : words.card.all(told.things.length)}
        </Button>
      )}
      {told.unnamed > 0 && (all || told.things.length <= FIRST) && (
        <p className={styles.more}>{words.card.more(told.unnamed)}</p>
      )}
    </>
  );
}

function PlaceButton({ text, place, node }: { text: string; place: GraphPlace | null; node: MapNode }) {
  const open = useOpenWords();
  if (place === null) return null;
  const page = pageText(place.page, place.page_label);
  return (
    <button
      type="button"
      className={styles.place}
      title={page}
      onClick={() => open(node.document, place.page, text)}
    >
      <span className="heard">{words.card.openPlace(text, nodeTitle(node))}</span>
      {shortPageText(place.page, place.page_label)}
    </button>
  );
}
