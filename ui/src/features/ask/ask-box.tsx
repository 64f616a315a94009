import { CornerDownLeft, SlidersHorizontal, Square } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Button, IconButton } from "@/components/button";
import { numberText } from "@/lib/format";
import { askWords } from "@/words/en/ask";
import { AskOptions } from "./ask-options";
import styles from "./ask-box.module.css";
import { setBoxText, useBoxText } from "./box-text";
import { ScopeLine } from "./scope";
import type { Asking } from "./use-asking";

const LONGEST = 10_000;

/** What the screen does with the box. */
export interface AskBoxHandle {
  focus: () => void;
}

interface AskBoxProps {
  conversation: string | null;
  asking: Asking;
  ref?: Ref<AskBoxHandle>;
}

/** Where questions are written. Enter asks, Shift+Enter begins a line. */
export function AskBox({ conversation, asking, ref }: AskBoxProps) {
  const text = useBoxText(conversation);
  const [options, setOptions] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const problemId = useId();
  const busy = asking.beginning || asking.live !== null;
  const length = Array.from(text).length;
  const tooLong = length > LONGEST;
  const wanted = useLocation().state as { focus?: string } | null;
  useEffect(
    function takeTheFocusThatTheKeyAskedFor() {
      if (wanted?.focus === "question") area.current?.focus();
    },
    [wanted],
  );
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }));

  useEffect(() => {
    const box = area.current;
    if (!box) return;
    // As high as its lines; the style sheet says where it begins to scroll.
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight}px`;
  }, [text]);

  const send = async () => {
    if (busy || tooLong || text.trim() === "") return;
    const question = text.trim();
    if (await asking.ask(question)) setBoxText(conversation, "");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed (Japanese, Chinese, …), Enter belongs to it.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      className={styles.place}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={styles.box}>
        <ScopeLine conversation={conversation} />
        <textarea
          ref={area}
          data-ask-box
          className={styles.text}
          dir="auto"
          rows={1}
          value={text}
          aria-label={askWords.box.label}
          aria-invalid={tooLong || undefined}
          aria-describedby={tooLong ? problemId : undefined}
          placeholder={conversation === null ? askWords.box.placeholder : askWords.box.placeholderMore}
          onChange={(event) => setBoxText(conversation, event.target.value)}
          onKeyDown={onKeyDown}
        />
        {tooLong && (
          <p id={problemId} className={styles.problem}>
            {askWords.box.tooLong(numberText(length), numberText(LONGEST))}
          </p>
        )}
        <div className={styles.bar}>
          <AskOptions open={options} />
          <IconButton
            icon={<SlidersHorizontal />}
            label={askWords.box.options}
            size="s"
            className={styles.more}
            aria-expanded={options}
            onClick={() => setOptions((open) => !open)}
          />
          {asking.live?.trouble === null ? (
            <Button
              size="s"
              icon={<Square />}
              busy={asking.live.stopping}
              className={styles.send}
              onClick={asking.stop}
            >
              {asking.live.stopping ? askWords.box.stopping : askWords.box.stop}
            </Button>
          ) : (
            <Button
              size="s"
              tone="primary"
              type="submit"
              icon={<CornerDownLeft />}
              className={styles.send}
              disabled={busy || tooLong || text.trim() === ""}
            >
              {askWords.box.ask}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
