import { useQuery } from "@tanstack/react-query";
import { PanelLeft } from "lucide-react";
import { Link } from "react-router";
import { IconButton } from "@/components/button";
import { documentName } from "@/lib/format";
import { words } from "@/words";
import { askWords } from "@/words/en/ask";
import styles from "./ask.module.css";
import { anyDocumentQuery, examplesQuery } from "./queries";

/** Above the box, where no question was asked yet. */
export function HomeTitle({ onList }: { onList: () => void }) {
  return (
    <>
      <title>{words.shell.title(words.shell.screens.ask)}</title>
      <div className={styles.homeBar}>
        <IconButton
          icon={<PanelLeft />}
          label={askWords.list.open}
          className={styles.listButton}
          onClick={onList}
        />
      </div>
      <header className={styles.homeTitle}>
        <h1>{askWords.home.title}</h1>
        <p>{askWords.home.detail}</p>
      </header>
    </>
  );
}

/** Below the box: questions that the person's own documents answer, or the way to the first document. */
export function Examples({ onAsk }: { onAsk: (question: string) => void }) {
  const any = useQuery(anyDocumentQuery);
  const examples = useQuery({ ...examplesQuery, enabled: any.data === true }).data ?? [];
  if (any.data === false) {
    return (
      <div className={styles.examples}>
        <h2 className={styles.smallHeading}>{askWords.home.empty}</h2>
        <p className={styles.quiet}>{askWords.home.emptyDetail}</p>
        <p>
          <Link to="/library">{askWords.home.toLibrary}</Link>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.examples}>
      {examples.length > 0 && (
        <>
          <h2 className={styles.smallHeading}>{askWords.home.examples}</h2>
          <ul>
            {examples.map(({ question, document }) => (
              <li key={question}>
                <button type="button" className={styles.example} onClick={() => onAsk(question)}>
                  <span dir="auto">{question}</span>
                  <span className={styles.exampleSource} dir="auto">
                    {documentName(document)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
