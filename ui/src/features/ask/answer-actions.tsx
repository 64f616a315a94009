import { Check, Copy, Download, RotateCcw, ThumbsDown, ThumbsUp } from "lucide-react";
import { useEffect, useState } from "react";
import type { Answer } from "@/api/shapes";
import { IconButton } from "@/components/button";
import { Menu } from "@/components/menu";
import { announce } from "@/lib/announce";
import { copyToClipboard } from "@/lib/clipboard";
import { markAnswer, markKey, useMarks } from "@/lib/marks";
import { askWords } from "@/words/en/ask";
import styles from "./answer.module.css";
import { copied } from "./copy-answer";
import { exportItems } from "./export-items";

interface AnswerActionsProps {
  conversation: string;
  turn: number;
  answer: Answer;
  busy: boolean;
  onAgain: (precise?: boolean) => void;
}

/** What can be done with an answer. */
export function AnswerActions({ conversation, turn, answer, busy, onAgain }: AnswerActionsProps) {
  const key = markKey(conversation, turn);
  const mark = useMarks()[key];
  const [done, setDone] = useState(false);
  const { answer: names } = askWords;
  const copy = async () => {
    if (!(await copyToClipboard(copied(answer)))) return;
    setDone(true);
    announce(names.copied);
  };
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <div role="group" aria-label={names.actions} className={styles.actions}>
      <IconButton
        size="s"
        icon={done ? <Check /> : <Copy />}
        label={names.copy}
        onClick={() => void copy()}
      />
      <Menu
        trigger={<IconButton size="s" icon={<Download />} label={names.export} />}
        items={exportItems(conversation, turn, <Download />)}
      />
      <Menu
        trigger={<IconButton size="s" icon={<RotateCcw />} label={names.again} busy={busy} />}
        items={[
          { label: names.againPlain, run: () => onAgain() },
          { label: names.againPrecise, run: () => onAgain(true) },
        ]}
      />
      <IconButton
        size="s"
        icon={<ThumbsUp />}
        label={names.good}
        aria-pressed={mark?.good === true}
        onClick={() => markAnswer(key, answer, true)}
      />
      <IconButton
        size="s"
        icon={<ThumbsDown />}
        label={names.bad}
        aria-pressed={mark?.good === false}
        onClick={() => markAnswer(key, answer, false)}
      />
    </div>
  );
}
