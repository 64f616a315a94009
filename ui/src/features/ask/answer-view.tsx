import { useId, useState } from "react";
import type { Answer, Turn } from "@/api/shapes";
import { Button } from "@/components/button";
import { askWords } from "@/words/en/ask";
import { AnswerActions } from "./answer-actions";
import { AnswerProse } from "./answer-prose";
import styles from "./answer.module.css";
import { Evidence } from "./evidence";
import { TurnNotice } from "./turn-notice";
import { SummaryLine } from "./summary-line";
import type { Asking } from "./use-asking";

interface AnswerViewProps {
  conversation: string;
  turn: Turn;
  answer: Answer;
  asking: Asking;
  onAgain: (precise?: boolean) => void;
}

/** An answer as it is kept: its sentences, what they rest on, what can be done with it. */
export function AnswerView({ conversation, turn, answer, asking, onAgain }: AnswerViewProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const lost = answer.citations.filter((one) => one.lost !== null).length;
  const greeting = answer.reason === "greeting";
  return (
    <div className={styles.answer}>
      {answer.failure && <TurnNotice text={answer.failure} />}
      <AnswerProse
        sentences={answer.sentences}
        citations={answer.citations}
        composed={answer.mode === "composed"}
      />
      {answer.incomplete_text && (
        <TurnNotice text={answer.incomplete_text}>
          {turn.unfinished && (
            <Button size="s" disabled={asking.live !== null} onClick={() => onAgain()}>
              {askWords.answer.unfinished}
            </Button>
          )}
        </TurnNotice>
      )}
      {lost > 0 && <TurnNotice text={askWords.conversation.removedDocuments(lost)} />}
      {!greeting && answer.citations.length === 0 && (
        <TurnNotice text={askWords.answer.noSource} detail={askWords.answer.found} />
      )}
      {!greeting && (
        <div className={styles.foot}>
          <SummaryLine
            answer={answer}
            open={open}
            controls={id}
            onToggle={() => setOpen((before) => !before)}
          />
          <AnswerActions
            conversation={conversation}
            turn={turn.number}
            answer={answer}
            busy={asking.live !== null}
            onAgain={onAgain}
          />
        </div>
      )}
      <div id={id} hidden={!open}>
        {open && <Evidence answer={answer} />}
      </div>
    </div>
  );
}
