import { useEffect, useMemo, useState } from "react";
import { Progress } from "@/components/progress";
import { secondsText } from "@/lib/format";
import { askWords } from "@/words/en/ask";
import { AnswerProse } from "./answer-prose";
import { draftLines, type Live } from "./live";
import styles from "./turn.module.css";

/** Sentences as they are verified, and greyed what nobody has checked yet. */
export function LiveAnswer({ live }: { live: Live }) {
  const draft = useMemo(() => (live.trouble ? [] : draftLines(live.draft)), [live.draft, live.trouble]);
  return (
    <div className={styles.live} aria-busy={live.trouble === null}>
      {(live.sentences.length > 0 || draft.length > 0) && (
        <AnswerProse
          sentences={live.sentences}
          citations={live.citations}
          unchecked={draft}
          composed={live.draft !== "" || live.removed.length > 0}
        />
      )}
      {live.trouble === null && <StageLine live={live} />}
    </div>
  );
}

/** One quiet line: the stage, what was checked so far, how long it takes. */
function StageLine({ live }: { live: Live }) {
  const seconds = useElapsed(live.startedAt);
  const counts = [
    live.sentences.length > 0 ? askWords.live.checked(live.sentences.length) : "",
    live.removed.length > 0 ? askWords.live.removed(live.removed.length) : "",
  ].filter(Boolean);
  const stage = live.stage || askWords.live.begin;
  return (
    <div className={styles.stage}>
      <Progress label={askWords.live.answering} share={null} />
      <span>{askWords.live.reading(stage, counts.join(", "))}</span>
      {seconds >= 1 && <span className="figures">{secondsText(Math.floor(seconds))}</span>}
    </div>
  );
}

function useElapsed(since: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((Date.now() - since) / 1000), 250);
    return () => clearInterval(timer);
  }, [since]);
  return seconds;
}
