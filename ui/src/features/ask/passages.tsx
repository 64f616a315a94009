import { useState } from "react";
import type { Schemas } from "@/api/client";
import type { Passage } from "@/api/shapes";
import { Button } from "@/components/button";
import { pageText, documentName } from "@/lib/format";
import { usePane } from "@/lib/pane";
import { type Place, placeOf } from "@/lib/place";
import { askWords } from "@/words/en/ask";
import styles from "./evidence.module.css";

/** Letters of a passage that are shown at first; fewer where it only says what there is instead. */
const LONG = { evidence: 260, nearest: 180 };

/** Passages, best first; each opens its page. */
export function Passages({
  passages,
  as = "evidence",
}: {
  passages: readonly Passage[];
  as?: keyof typeof LONG;
}) {
  const among = passages.map(placeOf);
  return (
    <ol className={styles.passages} data-passages>
      {passages.map((passage) => (
        <li key={passage.rank}>
          <PassageView passage={passage} among={among} as={as} />
        </li>
      ))}
    </ol>
  );
}

interface PassageProps {
  passage: Passage;
  among: readonly Place[];
  as: keyof typeof LONG;
}

function PassageView({ passage, among, as }: PassageProps) {
  const pane = usePane();
  const [whole, setWhole] = useState(false);
  const page = pageText(passage.page, passage.page_label);
  const title = documentName(passage.document);
  const text = withoutHeading(passage);
  const most = LONG[as];
  const long = text.length > most + 40;
  const { evidence } = askWords;
  return (
    <div className={styles.passage}>
      <button
        type="button"
        data-passage
        className={styles.source}
        onClick={() => pane.open(placeOf(passage), among)}
      >
        <span className="heard">{evidence.open}</span>
        <span className={styles.rank}>{passage.rank}</span>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <span className={styles.page}>{page}</span>
      </button>
      {passage.section.length > 0 && (
        <p className={styles.section} dir="auto">
          {passage.section.join(" › ")}
        </p>
      )}
      <blockquote className={styles.text} dir="auto">
        {long && !whole ? `${beginning(text, most)}…` : text}
      </blockquote>
      {long && (
        <Button size="s" tone="quiet" aria-expanded={whole} onClick={() => setWhole((before) => !before)}>
          {whole ? evidence.less : evidence.more}
        </Button>
      )}
      {as === "evidence" && <Bars signals={passage.signals} />}
    </div>
  );
}

/** The heading that a passage begins with already stands above it. */
function withoutHeading({ text, section }: Passage): string {
  const heading = section.at(-1);
  return heading !== undefined && text.startsWith(`${heading}\n`) ? text.slice(heading.length + 1) : text;
}

/** Up to the last whole word; of a text without spaces, so many letters. */
function beginning(text: string, most: number): string {
  const cut = text.slice(0, most);
  const space = cut.lastIndexOf(" ");
  return space > most / 2 ? cut.slice(0, space) : cut;
}

const SIGNALS = ["words", "meaning", "closeness"] as const;

/** Why a passage was found: three short bars, and what they say in words. */
function Bars({ signals }: { signals: Schemas["Signals"] }) {
  return (
    <dl className={styles.bars}>
      {SIGNALS.map((name) => {
        const { value, text } = signals[name];
        return (
          <div key={name} className={styles.signal}>
            <dt>{askWords.evidence.bars[name]}</dt>
            <dd>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ transform: `scaleX(${Math.max(0, Math.min(1, value ?? 0))})` }} />
              </span>
              {value === null ? askWords.evidence.notLooked : text}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
