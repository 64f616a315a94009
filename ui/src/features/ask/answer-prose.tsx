import { Fragment, type ReactNode, useMemo } from "react";
import type { Citation, Sentence } from "@/api/shapes";
import { CitationChip } from "@/components/citation-chip";
import { type Place, placeOf } from "@/lib/place";
import { askWords } from "@/words/en/ask";
import styles from "./answer.module.css";
import { type Block, blocksOf, stretchesOf } from "./blocks";

interface AnswerProseProps {
  sentences: readonly Sentence[];
  citations: readonly Citation[];
  /** Whether a model wrote it: then its signs of stress are read; in quotes they are the document's. */
  composed: boolean;
  /** What is being written behind them and was not checked yet: shown as such. */
  unchecked?: readonly Sentence[];
}

const NONE: readonly Sentence[] = [];

/** Sentences of an answer, set to be read; each ends in the chips of its citations. */
export function AnswerProse({ sentences, citations, composed, unchecked = NONE }: AnswerProseProps) {
  const blocks = useMemo(() => blocksOf([...sentences, ...unchecked]), [sentences, unchecked]);
  const chips = useMemo(() => chipsOf(sentences, citations), [sentences, citations]);
  const set = (sentence: Sentence, text = sentence.text) =>
    unchecked.includes(sentence) ? (
      // Read out only when it is checked.
      <span className={styles.unchecked} aria-hidden="true">
        {text}
      </span>
    ) : (
      <Text text={text} sentence={sentence} composed={composed} chips={chips} />
    );
  return (
    <div className={styles.prose}>
      {blocks.map((block, place) => (
        <Part key={place} block={block} set={set} />
      ))}
    </div>
  );
}

type Chips = ReadonlyMap<number, ReactNode>;

/** By number; "next citation" goes through them in the order in which they are read. */
function chipsOf(sentences: readonly Sentence[], citations: readonly Citation[]): Chips {
  const byNumber = new Map(citations.map((one) => [one.number, one]));
  const read = [...new Set(sentences.flatMap((one) => one.citations))]
    .map((number) => byNumber.get(number))
    .filter((one) => one !== undefined);
  const among: Place[] = read.filter((one) => one.lost === null).map(placeOf);
  return new Map(
    read.map((one) => [one.number, <CitationChip key={one.number} citation={one} among={among} />]),
  );
}

type Set = (sentence: Sentence, text?: string) => ReactNode;

function Part({ block, set }: { block: Block; set: Set }) {
  switch (block.kind) {
    case "paragraph":
      return <p dir="auto">{line(block.sentences, set)}</p>;
    case "heading":
      return <h3 dir="auto">{line(block.sentences, set)}</h3>;
    case "list":
      return (
        <ul>
          {block.items.map((item, place) => (
            <li key={place} dir="auto" data-depth={item.depth} data-mark={item.mark ?? "•"}>
              <div>{line(item.sentences, set)}</div>
            </li>
          ))}
        </ul>
      );
    case "table":
      return (
        <div className={styles.table}>
          <table>
            <tbody>
              {block.rows.map((row, place) => (
                <tr key={place}>
                  {row.cells.map((cell, column) => {
                    const last = column === row.cells.length - 1;
                    const Cell = row.head ? "th" : "td";
                    return (
                      <Cell key={column} dir="auto">
                        {set(last ? row.sentence : silent(row.sentence), cell)}
                      </Cell>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "code":
      return <pre dir="ltr">{set(block.sentence, block.code)}</pre>;
  }
}

/** Citations stand behind a row once. */
const silent = (sentence: Sentence): Sentence =>
  sentence.citations.length > 0 || sentence.problem ? { ...sentence, citations: [], problem: "" } : sentence;

function line(sentences: readonly Sentence[], set: Set): ReactNode {
  return sentences.map((sentence, place) => (
    <Fragment key={place}>
      {place > 0 && " "}
      {set(sentence)}
    </Fragment>
  ));
}

interface TextProps {
  text: string;
  sentence: Sentence;
  composed: boolean;
  chips: Chips;
}

const LONGEST_TIED = 24;

function Text({ text, sentence, composed, chips }: TextProps) {
  const shown = sentence.citations.map((number) => chips.get(number)).filter((chip) => chip !== undefined);
  // A chip is no line of its own: it is tied to the last word.
  const cut = text.lastIndexOf(" ") + 1;
  const tied = shown.length > 0 && text.length - cut <= LONGEST_TIED ? cut : text.length;
  return (
    <span className={sentence.problem ? styles.unsupported : styles.sentence}>
      {styled(text.slice(0, tied), composed)}
      <span className={styles.tied}>
        {styled(text.slice(tied), composed)}
        {shown}
      </span>
      {sentence.problem && (
        <span className={styles.problem}>
          {" "}
          {askWords.inBrackets(askWords.notSupported(sentence.problem))}
        </span>
      )}
    </span>
  );
}

function styled(text: string, composed: boolean): ReactNode {
  if (!composed) return text;
  return stretchesOf(text).map(({ text: part, style }, place) => {
    if (style === "strong") return <strong key={place}>{part}</strong>;
    return style === "code" ? <code key={place}>{part}</code> : part;
  });
}
