const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LETTER = /\p{L}/u;

/** The direction of a text by its first letter, as browsers do for dir="auto", for what is laid out by hand. */
export function directionOf(text: string): "ltr" | "rtl" {
  const first = LETTER.exec(text)?.[0];
  return first !== undefined && RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr";
}
