import type { EvaluationResult } from "@/api/shapes";
import { evaluate as words } from "@/words/en/evaluate";

export type ResultSort = "file" | "worst" | "best";

/** Beyond every rank: what was looked for and not found. */
const MISSED = 1000;

/** Results in the order asked for; those without a rank to compare stand last, as they were in the file. */
export function sortResults(results: readonly EvaluationResult[], sort: ResultSort): EvaluationResult[] {
  if (sort === "file") return [...results];
  const way = sort === "best" ? 1 : -1;
  const ranked = results.filter(hasRank);
  const others = results.filter((result) => !hasRank(result));
  return [...ranked.sort((one, other) => way * (rankOf(one) - rankOf(other))), ...others];
}

/** Whether it was asked, with a place that could be found. */
function hasRank(result: EvaluationResult): boolean {
  return result.state === "done" && result.scoring !== "none";
}

const rankOf = (result: EvaluationResult) => result.rank ?? MISSED;

/** The rank in words; why there is none. */
export function rankText(result: EvaluationResult): string {
  if (result.state === "waiting") return words.results.waiting;
  if (result.state === "failed" || result.state === "excluded") return words.results.filters[result.state];
  if (result.scoring === "none") return "–";
  return result.rank === null ? words.results.notFound : String(result.rank);
}

/** What was answered, and whether that was right, in words. */
export function outcomeText(result: EvaluationResult): string {
  if (result.refused === null) return "";
  if (result.refused) return words.results.refused;
  if (result.held === null) return words.results.answered;
  return result.held ? words.results.held : words.results.notHeld;
}

/** Whether what came of a question is what was wished: null where that cannot be told. */
export function isRight(result: EvaluationResult): boolean | null {
  if (result.state !== "done" || result.refused === null) return null;
  if (!result.answerable) return result.refused;
  return result.refused ? false : result.held;
}
