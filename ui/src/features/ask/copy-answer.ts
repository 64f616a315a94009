import type { Answer, Citation, Sentence } from "@/api/shapes";
import type { Copied } from "@/lib/clipboard";
import { askWords } from "@/words/en/ask";
import { type Block, blocksOf, stretchesOf } from "./blocks";

/** An answer with its references, with the numbers of the screen: as plain text, and as HTML for word processors. */
export function copied(answer: Answer): Copied {
  const blocks = blocksOf(answer.sentences);
  const plain = (text: string) => bare(text, answer.mode);
  const parts = blocks.map((block) => textOf(block, plain));
  const whole = blocks.map((block) => htmlOf(block, plain));
  if (blocks.length === 0) {
    parts.push(answer.text);
    whole.push(`<p>${escaped(answer.text)}</p>`);
  }
  if (answer.citations.length > 0) {
    const references = answer.citations.map(reference);
    parts.push(`${askWords.copy.references}\n${references.join("\n")}`);
    whole.push(
      `<p><strong>${escaped(askWords.copy.references)}</strong></p>`,
      ...references.map((one) => `<p>${escaped(one)}</p>`),
    );
  }
  return { text: `${parts.join("\n\n")}\n`, html: whole.join("") };
}

function reference(citation: Citation): string {
  return `[${citation.number}] ${citation.place}: “${citation.quote.replace(/\s+/g, " ")}”`;
}

/** A model's signs of stress are no part of its words. */
function bare(text: string, mode: Answer["mode"]): string {
  return mode === "composed"
    ? stretchesOf(text)
        .map((one) => one.text)
        .join("")
    : text;
}

type Plain = (text: string) => string;

function marked(sentence: Sentence, text: string): string {
  const marks = sentence.citations.map((number) => `[${number}]`).join("");
  const problem = sentence.problem ? ` (${askWords.notSupported(sentence.problem)})` : "";
  return `${text}${marks && ` ${marks}`}${problem}`;
}

function line(sentences: readonly Sentence[], plain: Plain): string {
  return sentences.map((sentence) => marked(sentence, plain(sentence.text))).join(" ");
}

function textOf(block: Block, plain: Plain): string {
  switch (block.kind) {
    case "code":
      return marked(block.sentence, block.code);
    case "table":
      return block.rows.map((row) => marked(row.sentence, row.cells.map(plain).join("\t"))).join("\n");
    case "list":
      return block.items
        .map((item) => `${"  ".repeat(item.depth)}${item.mark ?? "-"} ${line(item.sentences, plain)}`)
        .join("\n");
    default:
      return line(block.sentences, plain);
  }
}

function htmlOf(block: Block, plain: Plain): string {
  const html = (sentences: readonly Sentence[]) => escaped(line(sentences, plain));
  switch (block.kind) {
    case "code":
      return `<pre>${escaped(marked(block.sentence, block.code))}</pre>`;
    case "table":
      return `<table>${block.rows
        .map((row) => {
          const tag = row.head ? "th" : "td";
          const cells = row.cells.map((cell, place) =>
            place === row.cells.length - 1 ? marked(row.sentence, plain(cell)) : plain(cell),
          );
          return `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
        })
        .join("")}</table>`;
    case "list":
      return `<ul>${block.items
        .map(
          (item) => `<li>${item.mark === null ? "" : `${escaped(item.mark)} `}${html(item.sentences)}</li>`,
        )
        .join("")}</ul>`;
    case "heading":
      return `<h3>${html(block.sentences)}</h3>`;
    case "paragraph":
      return `<p>${html(block.sentences)}</p>`;
  }
}

/** Text of documents and models never becomes markup in the program that it is pasted into. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "<br>");
}
