import type { Measure, MeasureDifference } from "@/api/shapes";
import { minusText } from "@/lib/format";
import { words as common } from "@/words";
import { evaluate as words } from "@/words/en/evaluate";

const formats = [2, 3].map(
  (digits) =>
    new Intl.NumberFormat(common.locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: "negative",
    }),
);

/** A share of questions: "0.75". Differences are told with one place more, as they are small. */
export function shareText(value: number, places: 2 | 3 = 2): string {
  return minusText(formats[places - 2]?.format(value) ?? String(value));
}

export function intervalText({ low, high }: Pick<Measure, "low" | "high">): string {
  return low === null || high === null ? "" : words.measures.interval(shareText(low), shareText(high));
}

/** The difference in words: by how much, or that none is shown. */
export function verdictText({ difference, low, high, verdict }: MeasureDifference): string {
  if (difference === null || low === null || high === null) return words.compare.empty;
  if (low === 0 && high === 0) return words.compare.same;
  const text = (value: number) => shareText(value, 3);
  switch (verdict) {
    case "better":
      return words.compare.better(text(difference), text(low), text(high));
    case "worse":
      return words.compare.worse(text(-difference), text(-high), text(-low));
    case "unclear":
      return words.compare.unclear(text(low), text(high));
  }
}
