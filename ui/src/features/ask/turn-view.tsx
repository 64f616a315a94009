import { type ReactNode, useId, useState } from "react";
import type { Turn } from "@/api/shapes";
import { Button } from "@/components/button";
import { words } from "@/words";
import { askWords } from "@/words/en/ask";
import { AnswerView } from "./answer-view";
import type { Live } from "./live";
import { LiveAnswer } from "./live-answer";
import { TurnNotice } from "./turn-notice";
import { RefusalView } from "./refusal";
import styles from "./turn.module.css";
import type { Asking } from "./use-asking";

interface TurnViewProps {
  conversation: string;
  turn: Turn;
  /** Only the last turn can be answered anew in its place. */
  latest: boolean;
  asking: Asking;
}

/** A question and what became of it. */
export function TurnView({ conversation, turn, latest, asking }: TurnViewProps) {
  const { answer } = turn;
  const again = (precise?: boolean) => {
    if (latest) asking.again(turn, precise);
    else void asking.ask(turn.question);
  };
  return (
    <Frame question={turn.question} understood={answer?.asked_as ?? ""}>
      {answer?.refused && (
        <RefusalView
          conversation={conversation}
          turn={turn}
          answer={answer}
          latest={latest}
          asking={asking}
          onAgain={again}
        />
      )}
      {answer && !answer.refused && (
        <AnswerView conversation={conversation} turn={turn} answer={answer} asking={asking} onAgain={again} />
      )}
      {!answer && !turn.answering && (
        <TurnNotice text={turn.failure || askWords.failed}>
          <Button size="s" onClick={() => again()} disabled={asking.live !== null}>
            {words.actions.retry}
          </Button>
        </TurnNotice>
      )}
      {turn.answering && (
        <p className={styles.stage} role="status">
          {askWords.live.elsewhere}
          <Button size="s" tone="quiet" onClick={asking.stop}>
            {askWords.box.stop}
          </Button>
        </p>
      )}
    </Frame>
  );
}

/** A question that this page has asked, while it is answered. */
export function LiveTurn({ live, asking }: { live: Live; asking: Asking }) {
  const { trouble } = live;
  const sent = live.number !== null;
  return (
    <Frame question={live.question} understood="">
      {live.sentences.length > 0 || trouble === null ? <LiveAnswer live={live} /> : null}
      {trouble?.kind === "away" && (
        <TurnNotice
          text={sent ? askWords.live.away : askWords.live.awayUnsent}
          detail={askWords.live.awayDetail}
        >
          <Button size="s" onClick={asking.retry}>
            {askWords.live.lookNow}
          </Button>
        </TurnNotice>
      )}
      {trouble?.kind === "refused" && (
        <TurnNotice error={trouble.error}>
          <Button size="s" onClick={asking.retry}>
            {words.actions.retry}
          </Button>
          <Button size="s" tone="quiet" onClick={asking.takeBack}>
            {askWords.live.toBox}
          </Button>
        </TurnNotice>
      )}
    </Frame>
  );
}

const LONG = 480;

function Frame({
  question,
  understood,
  children,
}: {
  question: string;
  understood: string;
  children: ReactNode;
}) {
  const id = useId();
  const [whole, setWhole] = useState(false);
  const long = question.length > LONG;
  return (
    <article aria-labelledby={id} className={styles.turn}>
      <h2 id={id} className={styles.question} dir="auto">
        {long && !whole ? `${question.slice(0, LONG)}…` : question}
      </h2>
      {long && (
        <Button size="s" tone="quiet" aria-expanded={whole} onClick={() => setWhole((before) => !before)}>
          {whole ? askWords.turn.less : askWords.turn.whole}
        </Button>
      )}
      {understood && (
        <p className={styles.understood}>
          {askWords.turn.understood}
          {": "}
          <span dir="auto">{understood}</span>
        </p>
      )}
      {children}
    </article>
  );
}
