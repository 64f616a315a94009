import type { Answer } from "@/api/shapes";
import { words } from "@/words";
import { askWords } from "@/words/en/ask";
import styles from "./evidence.module.css";
import { Passages } from "./passages";

const percent = new Intl.NumberFormat(words.locale, { style: "percent" });

/** Why this is the answer: what was found, what was left out, what was removed. */
export function Evidence({ answer }: { answer: Answer }) {
  const { evidence } = askWords;
  return (
    <div className={styles.evidence}>
      {answer.removed.length > 0 && (
        <section>
          <h3>{evidence.removed}</h3>
          <p className={styles.note}>{evidence.removedDetail}</p>
          <ul className={styles.removed}>
            {answer.removed.map((sentence, place) => (
              <li key={place} dir="auto">
                <del>{sentence.text}</del>
                <span className={styles.problem}>{sentence.problem}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {answer.passages.length > 0 && (
        <section>
          <h3>{evidence.passages}</h3>
          {answer.confidence > 0 && (
            <p className={styles.note}>{evidence.confidence(percent.format(answer.confidence))}</p>
          )}
          <Passages passages={answer.passages} />
        </section>
      )}
      {answer.left_out.length > 0 && (
        <section>
          <h3>{evidence.leftOut}</h3>
          <p className={styles.note}>{evidence.leftOutDetail}</p>
          <Passages passages={answer.left_out} />
        </section>
      )}
    </div>
  );
}
