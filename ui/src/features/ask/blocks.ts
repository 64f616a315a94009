import type { Sentence } from "@/api/shapes";

export interface Item {
  /** How far it is indented, from 0. */
  depth: number;
  /** The number in front of it; null for a bullet. */
  mark: string | null;
  sentences: Sentence[];
}

export interface Row {
  cells: string[];
  head: boolean;
  sentence: Sentence;
}

/** A part of an answer, as its sentences' `lead`s and texts say: the same parts as in exported files. */
export type Block =
  | { kind: "paragraph" | "heading"; sentences: Sentence[] }
  | { kind: "list"; items: Item[] }
  | { kind: "table"; rows: Row[] }
  | { kind: "code"; code: string; sentence: Sentence };

const BULLET = /^[-*+•‣◦▪–](?:\s*\[[ xX]\])?$/;
const ORDINAL = /^\(?\w{1,4}[.)](?:\s*\[[ xX]\])?$/;
const FENCE = /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/;
const RULE = /^[ \t]*\|[ \t:|-]*-[ \t:|-]*$/;

export function blocksOf(sentences: readonly Sentence[]): Block[] {
  const blocks: Block[] = [];
  for (const sentence of sentences) {
    const last = blocks.at(-1);
    const code = FENCE.exec(sentence.text)?.[2];
    const line = sentence.lead.split("\n").at(-1) ?? "";
    const mark = line.replace(/^[ \t>]+|[ \t>]+$/g, "");
    if (code !== undefined) {
      blocks.push({ kind: "code", code, sentence });
    } else if (mark.startsWith("|")) {
      const rows = rowsOf(sentence);
      if (last?.kind === "table") last.rows.push(...rows);
      else blocks.push({ kind: "table", rows });
    } else if (mark.startsWith("#")) {
      blocks.push({ kind: "heading", sentences: [sentence] });
    } else if (BULLET.test(mark) || ORDINAL.test(mark)) {
      const indent = /^[ \t]*/.exec(line)?.[0].replaceAll("\t", "    ").length ?? 0;
      const item = {
        depth: Math.min(3, Math.floor(indent / 2)),
        mark: BULLET.test(mark) ? null : mark,
        sentences: [sentence],
      };
      if (last?.kind === "list") last.items.push(item);
      else blocks.push({ kind: "list", items: [item] });
    } else {
      goOn(blocks, sentence);
    }
  }
  return blocks;
}

/** Put a sentence behind the one before it, unless a line ends between them. */
function goOn(blocks: Block[], sentence: Sentence): void {
  const last = blocks.at(-1);
  if (!sentence.lead.includes("\n")) {
    if (last?.kind === "paragraph") {
      last.sentences.push(sentence);
      return;
    }
    const item = last?.kind === "list" ? last.items.at(-1) : undefined;
    if (item) {
      item.sentences.push(sentence);
      return;
    }
  }
  blocks.push({ kind: "paragraph", sentences: [sentence] });
}

/** The rows of a table that a sentence holds: one, or the head with the line below it. */
function rowsOf(sentence: Sentence): Row[] {
  const lines = sentence.text.split("\n");
  const head = lines.some((line) => RULE.test(line));
  return lines.filter((line) => !RULE.test(line)).map((line) => ({ cells: cellsOf(line), head, sentence }));
}

function cellsOf(line: string): string[] {
  const inside = line.trim().replace(/^\||(?<!\\)\|$/g, "");
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

export interface Stretch {
  text: string;
  style: "plain" | "strong" | "code";
}

const EMPHASIS = /(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1/g;

/** A model's text by what it stresses. Of the documents' own words no sign may be lost: they are not read so. */
export function stretchesOf(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  for (const found of text.matchAll(EMPHASIS)) {
    if (found.index > at) stretches.push({ text: text.slice(at, found.index), style: "plain" });
    stretches.push({ text: found[2] ?? "", style: found[1] === "`" ? "code" : "strong" });
    at = found.index + found[0].length;
  }
  if (at < text.length) stretches.push({ text: text.slice(at), style: "plain" });
  return stretches;
}
