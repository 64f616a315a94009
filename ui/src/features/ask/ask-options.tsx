import { clsx } from "clsx";
import { Check } from "@/components/field";
import { Segmented } from "@/components/segmented";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { askWords } from "@/words/en/ask";
import styles from "./ask-box.module.css";

const { modes } = askWords.box;
const MODES = [
  { value: "auto", label: modes.auto },
  { value: "quoted", label: modes.quoted },
  { value: "composed", label: modes.composed },
] as const;

/** How the next question is answered; the browser keeps it. */
export function AskOptions({ open }: { open: boolean }) {
  const { mode, precise, showUnsupported } = usePreferences();
  return (
    <div className={clsx(styles.options, open && styles.open)}>
      <Segmented
        label={askWords.box.mode}
        value={mode}
        options={MODES}
        onChange={(value) => changePreferences({ mode: value })}
      />
      <Check
        label={askWords.box.precise}
        checked={precise}
        onChange={(event) => changePreferences({ precise: event.target.checked })}
      />
      <Check
        label={askWords.box.showUnsupported}
        checked={showUnsupported}
        onChange={(event) => changePreferences({ showUnsupported: event.target.checked })}
      />
    </div>
  );
}
