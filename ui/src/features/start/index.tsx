import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { announce } from "@/lib/announce";
import { jobsState, underWay } from "@/lib/jobs";
import { changePreferences } from "@/lib/preferences";
import { aboutQuery, collectionsQuery } from "@/lib/queries";
import { uploads } from "@/lib/send-uploads";
import { useStore } from "@/lib/store";
import { isUnsent } from "@/lib/uploads";
import { words as all } from "@/words";
import { start as words } from "@/words/en/start";
import { AddStep } from "./add-step";
import { AskStep } from "./ask-step";
import { type Step, stepOf } from "./first-steps";
import { ReadStep } from "./read-step";
import styles from "./start.module.css";

const STEPS: readonly Step[] = ["add", "read", "ask"];

/** From an empty library to the first question. */
export function StartGuide() {
  const navigate = useNavigate();
  const documents = (useQuery(collectionsQuery).data ?? []).reduce((sum, one) => sum + one.documents, 0);
  const jobs = useStore(jobsState);
  const sending = useStore(uploads).uploads.some(isUnsent);
  const step = stepOf(documents, sending || underWay(jobs).length > 0);
  const folder = useQuery(aboutQuery).data?.library?.folder;
  const at = STEPS.indexOf(step);
  useEffect(() => {
    announce(words.step(at + 1, words[STEPS[at] ?? "add"].title));
  }, [at]);
  const leave = (path: string, ask = false) => {
    changePreferences({ welcomed: true });
    // In the state of the history, not in the address: no link makes anybody ask.
    void navigate(path, { state: { ask } });
  };
  const content: Record<Step, ReactNode> = {
    add: <AddStep documents={documents} current={step === "add"} />,
    read: <ReadStep current={step === "read"} />,
    ask: <AskStep ready={documents > 0} onAsk={(question) => leave(askPath(question), question !== "")} />,
  };
  return (
    <div className={styles.guide}>
      <title>{all.shell.title(words.title)}</title>
      <header className={styles.header}>
        <h1>{words.title}</h1>
        <p className={styles.where} dir="auto">
          {folder === undefined ? words.whereShort : words.where(folder)}
        </p>
      </header>
      <ol className={styles.steps}>
        {STEPS.map((name, place) => (
          <li
            key={name}
            className={styles.step}
            data-state={place < at ? "done" : place === at ? "current" : "later"}
            aria-current={place === at ? "step" : undefined}
          >
            <span className={styles.number} aria-hidden="true">
              {place < at ? <Check /> : place + 1}
            </span>
            <div className={styles.body}>
              <h2>{words[name].title}</h2>
              {content[name]}
            </div>
          </li>
        ))}
      </ol>
      <Button tone="quiet" className={styles.leave} onClick={() => leave("/ask")}>
        {words.leave}
      </Button>
    </div>
  );
}

function askPath(question: string): string {
  return question === "" ? "/ask" : `/ask?${new URLSearchParams({ q: question }).toString()}`;
}
