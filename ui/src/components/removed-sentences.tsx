import type { Sentence } from "@/api/shapes";
import { values } from "@/words/en/values";
import styles from "./removed-sentences.module.css";

/** What a model wrote and nothing carries: there to be looked at, struck through, with the reason. */
export function RemovedSentences({ sentences }: { sentences: readonly Sentence[] }) {
  if (sentences.length === 0) return null;
  return (
    <details className={styles.removed}>
      <summary>{values.removed(sentences.length)}</summary>
      <ul>
        {sentences.map((sentence, place) => (
          <li key={place}>
            <del dir="auto">{sentence.text}</del>
            {sentence.problem && (
              <p className={styles.problem} dir="auto">
                {sentence.problem}
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
