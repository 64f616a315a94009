import type { QueryClient } from "@tanstack/react-query";
import type { Evaluation } from "@/api/shapes";
import { Store } from "@/lib/store";
import { doWithUndo } from "@/lib/undo";
import { evaluate as words } from "@/words/en/evaluate";
import { deleteEvaluation, evaluationQuery, evaluationsQuery } from "./queries";

/** Evaluations that are deleted as soon as nobody can undo it any more: lists leave them out. */
export const leaving = new Store<ReadonlySet<string>>(new Set());

export function removeEvaluation(queries: QueryClient, { id, name }: Pick<Evaluation, "id" | "name">): void {
  const without = (before: ReadonlySet<string>) => new Set([...before].filter((one) => one !== id));
  doWithUndo({
    text: words.list.deleted(name || words.untitled),
    apply: () => leaving.set((before) => new Set([...before, id])),
    revert: () => leaving.set(without),
    commit: async ({ keepalive }) => {
      await deleteEvaluation(id, keepalive);
      queries.removeQueries({ queryKey: evaluationQuery(id).queryKey });
      await queries.invalidateQueries({ queryKey: evaluationsQuery.queryKey });
      leaving.set(without);
    },
  });
}
