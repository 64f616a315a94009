/** What a spreadsheet may take for the beginning of a formula, also in full width. */
const RUNS = /^[ \u00a0]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^[+-]?(?:\d+(?:,\d{3})*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s?%?$/i;
/** What begins markup, a link that is not spelt out, or an entity. */
const MARKUP = /[\\`*_[\]<>|~$@]|&(?=#?\w+;)|:(?=\/\/)|(?<=www)\.|(?<=mailto):/gi;
const LINE_START = /^(\s*)([#+\-=:]|\d{1,9}(?=[.)](?:\s|$)))/;

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** A text that no spreadsheet takes for a formula, as in the files that the server makes; numbers stay. */
export function neutral(text: string): string {
  return RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Text on one line, of which nothing can become markup, as in the server's Markdown. */
export function escaped(text: string): string {
  return oneLine(text)
    .replaceAll(MARKUP, (found) => `\\${found}`)
    .replace(LINE_START, (_, space: string, sign: string) =>
      /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
    );
}

/** Rows to be pasted into a spreadsheet: tabs between cells. */
export function tsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((text) => neutral(oneLine(text))).join("\t")).join("\n");
}
