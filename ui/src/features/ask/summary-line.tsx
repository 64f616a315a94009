import { ChevronDown } from "lucide-react";
import type { Answer } from "@/api/shapes";
import { secondsText } from "@/lib/format";
import { words } from "@/words";
import { askWords } from "@/words/en/ask";
import styles from "./answer.module.css";

interface SummaryLineProps {
  answer: Answer;
  open: boolean;
  /** Id of what it opens. */
  controls: string;
  onToggle: () => void;
}

/** "From 3 documents, 5 passages · 0.04 s · quoted": opens why this is the answer. */
export function SummaryLine({ answer, open, controls, onToggle }: SummaryLineProps) {
  const { counts } = answer;
  const parts = [
    answer.refused
      ? words.units.passages(counts.passages)
      : askWords.answer.from(words.units.documents(counts.documents), words.units.passages(counts.passages)),
    secondsText(answer.seconds),
    made(answer),
    ...(answer.removed.length > 0 ? [askWords.live.removed(answer.removed.length)] : []),
  ];
  return (
    <button
      type="button"
      className={styles.summary}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    >
      <span className="figures">{parts.join(" · ")}</span>
      <span className={styles.why}>
        {answer.refused ? askWords.answer.whyRefused : askWords.answer.why}
        <ChevronDown aria-hidden="true" />
      </span>
    </button>
  );
}

/** Who wrote it; a model elsewhere is named with its address. */
function made({ mode, model }: Answer): string {
  if (mode === "quoted" || !model) return askWords.answer.quoted;
  return model.remote
    ? askWords.answer.composedAway(model.name, model.address)
    : askWords.answer.composed(model.name);
}
