import { clsx } from "clsx";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useParams, useSearchParams } from "react-router";
import { Dialog } from "@/components/dialog";
import { Region } from "@/components/states";
import { askWords } from "@/words/en/ask";
import { AskBox, type AskBoxHandle } from "./ask-box";
import styles from "./ask.module.css";
import { setBoxText } from "./box-text";
import { ConversationList } from "./conversation-list";
import { ConversationView } from "./conversation-view";
import { Examples, HomeTitle } from "./home";
import { useOtherTabs } from "./tabs";
import { useAsking } from "./use-asking";

/** Questions and their answers, beside the list of conversations. */
export function AskScreen() {
  const conversation = useParams()["conversation"] ?? null;
  const asking = useAsking(conversation);
  const [listed, setListed] = useState(false);
  const box = useRef<AskBoxHandle>(null);
  useOtherTabs();
  useQuestionOfAddress((question) => {
    void asking.ask(question).then((sent) => {
      if (!sent) setBoxText(null, question);
    });
  });
  const home = conversation === null;
  const showList = () => setListed(true);
  const focusBox = () => box.current?.focus();
  return (
    <div className={styles.screen}>
      <aside className={styles.side} aria-label={askWords.list.label}>
        <Region>
          <ConversationList current={conversation} onChosen={focusBox} />
        </Region>
      </aside>
      <div className={clsx(styles.talk, home && styles.home)}>
        {home ? (
          <HomeTitle onList={showList} />
        ) : (
          <Region resetKey={conversation}>
            <ConversationView key={conversation} id={conversation} asking={asking} onList={showList} />
          </Region>
        )}
        <AskBox ref={box} conversation={conversation} asking={asking} />
        {home && (
          <Region fallback={<div className={styles.examples} />}>
            <Examples onAsk={(question) => void asking.ask(question)} />
          </Region>
        )}
      </div>
      {listed && (
        <Dialog title={askWords.list.label} side onClose={() => setListed(false)}>
          <ConversationList
            current={conversation}
            onChosen={() => {
              setListed(false);
              focusBox();
            }}
            // The way back stands behind the dialog.
            onDeleted={() => setListed(false)}
          />
        </Dialog>
      )}
    </div>
  );
}

/**
 * "Ask about this" of another screen brings the question along; it is sent by the person only. Who pressed a question in
 * the first steps has done that.
 */
function useQuestionOfAddress(onAsk: (question: string) => void): void {
  const [search, setSearch] = useSearchParams();
  const state: unknown = useLocation().state;
  const question = search.get("q");
  const asked = typeof state === "object" && state !== null && "ask" in state && state.ask === true;
  const ask = useEffectEvent(onAsk);
  const taken = useRef<string>(null);
  useEffect(() => {
    const before = taken.current;
    taken.current = question;
    if (question === null || question === before) return;
    if (asked) ask(question);
    else setBoxText(null, question);
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete("q");
        return next;
      },
      { replace: true },
    );
  }, [question, asked, setSearch]);
}
