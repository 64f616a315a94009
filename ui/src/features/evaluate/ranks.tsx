import type { EvaluationDetails } from "@/api/shapes";
import { Bars } from "@/components/charts/bars";
import { evaluate as words } from "@/words/en/evaluate";
import styles from "./run-screen.module.css";

/** How many questions found their place at which rank. */
export function Ranks({ ranks }: { ranks: EvaluationDetails["ranks"] }) {
  if (ranks.every((one) => one.questions === 0)) return null;
  return (
    <section className={styles.section}>
      <h2>{words.ranks.title}</h2>
      <Bars
        label={words.ranks.label}
        bars={ranks.map(({ rank, questions }) => ({
          label: rank === null ? words.ranks.none : String(rank),
          name: rank === null ? words.ranks.noneName(questions) : words.ranks.rank(rank, questions),
          count: questions,
          apart: rank === null,
        }))}
      />
    </section>
  );
}
