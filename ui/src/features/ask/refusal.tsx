import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { Schemas } from "@/api/client";
import type { Answer, Turn } from "@/api/shapes";
import { Button } from "@/components/button";
import { askWords } from "@/words/en/ask";
import { AnswerActions } from "./answer-actions";
import answerStyles from "./answer.module.css";
import { setBoxText, withWord } from "./box-text";
import { Evidence } from "./evidence";
import { TurnNotice } from "./turn-notice";
import { Passages } from "./passages";
import { suggestionsQuery } from "./queries";
import styles from "./refusal.module.css";
import { SummaryLine } from "./summary-line";
import type { Asking } from "./use-asking";

const NEAREST = 3;

interface RefusalViewProps {
  conversation: string;
  turn: Turn;
  answer: Answer;
  /** What helps is asked for only there: each time, the question is asked of the other documents. */
  latest: boolean;
  asking: Asking;
  onAgain: (precise?: boolean) => void;
}

/** The documents do not say: that is a result, with what they do say nearby and what may help. */
export function RefusalView({ conversation, turn, answer, latest, asking, onAgain }: RefusalViewProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const suggestions = useQuery({ ...suggestionsQuery(conversation, turn.number), enabled: latest }).data;
  const nearest = answer.passages.slice(0, NEAREST);
  const { refusal } = askWords;
  return (
    <div className={styles.refusal}>
      {answer.failure && <TurnNotice text={answer.failure} />}
      <div className={styles.said}>
        <p className={styles.sentence} dir="auto">
          {answer.text}
        </p>
        <p className={styles.reason}>{answer.reason_text}</p>
        {answer.reason === "no_documents" && (
          <p>
            <Link to="/library">{askWords.home.toLibrary}</Link>
          </p>
        )}
      </div>
      {suggestions && (
        <Offers conversation={conversation} turn={turn} suggestions={suggestions} asking={asking} />
      )}
      {nearest.length > 0 && (
        <section>
          <h3 className={styles.heading}>{refusal.nearest}</h3>
          <Passages passages={nearest} as="nearest" />
        </section>
      )}
      <div className={answerStyles.foot}>
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
      <div id={id} hidden={!open}>
        {open && <Evidence answer={answer} />}
      </div>
    </div>
  );
}

interface OffersProps {
  conversation: string;
  turn: Turn;
  suggestions: Schemas["Suggestions"];
  asking: Asking;
}

function Offers({ conversation, turn, suggestions, asking }: OffersProps) {
  if (suggestions.collections.length + suggestions.words.length === 0) return null;
  const { refusal } = askWords;
  const addWord = (word: string) => {
    setBoxText(conversation, (before) => withWord(before || turn.question, word));
    document.querySelector<HTMLElement>("[data-ask-box]")?.focus();
  };
  return (
    <div className={styles.offers}>
      {suggestions.collections.length > 0 && (
        <div>
          <p>{refusal.collections}</p>
          <div className={styles.choices}>
            {suggestions.collections.map((one) => (
              <Button
                key={one.id}
                size="s"
                disabled={asking.live !== null}
                onClick={() => void asking.ask(turn.question, { collection: one.id })}
              >
                <span dir="auto">{refusal.askThere(one.name)}</span>
              </Button>
            ))}
          </div>
        </div>
      )}
      {suggestions.words.length > 0 && (
        <div>
          <p>{refusal.words}</p>
          <div className={styles.choices}>
            {suggestions.words.map((word) => (
              <Button key={word} size="s" aria-label={refusal.addWord(word)} onClick={() => addWord(word)}>
                <span dir="auto">{word}</span>
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
