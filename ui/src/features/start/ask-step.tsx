import { useQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { Button } from "@/components/button";
import { Skeleton } from "@/components/states";
import { start } from "@/words/en/start";
import { examplesQuery } from "./queries";
import styles from "./start.module.css";

const words = start.ask;

interface AskStepProps {
  /** Something can be asked. */
  ready: boolean;
  /** Ask it; "" to write one. */
  onAsk: (question: string) => void;
}

/** Questions that the documents answer. */
export function AskStep({ ready, onAsk }: AskStepProps) {
  const examples = useQuery({ ...examplesQuery, enabled: ready });
  if (!ready) return <p className={styles.later}>{words.waiting}</p>;
  if (examples.isPending) return <Skeleton lines={3} height={132} />;
  const questions = examples.data ?? [];
  return (
    <>
      <p>{questions.length > 0 ? words.detail : words.none}</p>
      {questions.length > 0 && (
        <ul className={styles.questions}>
          {questions.map((question) => (
            <li key={question}>
              <button type="button" className={styles.question} dir="auto" onClick={() => onAsk(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button icon={<MessageSquareText />} onClick={() => onAsk("")}>
          {words.own}
        </Button>
      </div>
    </>
  );
}
