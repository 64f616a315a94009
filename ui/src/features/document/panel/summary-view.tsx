import { Copy, Download, RotateCcw } from "lucide-react";
import { useMemo } from "react";
import type { Summary } from "@/api/shapes";
import { Button } from "@/components/button";
import { CitedSentence } from "@/components/cited-sentence";
import { RemovedSentences } from "@/components/removed-sentences";
import { numbered } from "@/lib/citations";
import { copyText } from "@/lib/clipboard";
import { saveFile } from "@/lib/download";
import { documentName, secondsText } from "@/lib/format";
import { panel } from "@/words/en/panel";
import styles from "./panel.module.css";
import { summaryMarkdown } from "./summary-markdown";

interface SummaryViewProps {
  summary: Summary;
  onAgain: () => void;
}

export function SummaryView({ summary, onAgain }: SummaryViewProps) {
  const citations = useMemo(() => numbered(summary.citations), [summary]);
  const reported = summary.sections.filter((section) => section.reported);
  const silent = summary.sections.filter((section) => !section.reported);
  const save = () =>
    saveFile(
      new Blob([summaryMarkdown(summary)], { type: "text/markdown" }),
      `${documentName(summary.document)}.md`,
    );
  return (
    <>
      {summary.failure && <p className={styles.note}>{summary.failure}</p>}
      {reported.length === 0 && <p>{panel.summary.nothing}</p>}
      {reported.map((section) => (
        <section key={section.aspect} className={styles.section}>
          <h2 dir="auto">{section.title}</h2>
          <p className={styles.prose}>
            {section.sentences.map((sentence, place) => (
              <span key={place}>
                {place > 0 && " "}
                <CitedSentence sentence={sentence} citations={citations} />
              </span>
            ))}
          </p>
          {section.failure && <p className={styles.note}>{section.failure}</p>}
          <RemovedSentences sentences={section.removed} />
        </section>
      ))}
      {silent.length > 0 && (
        <section className={styles.section}>
          <h2>{panel.summary.notReported}</h2>
          <p className={styles.hint} dir="auto">
            {silent.map(({ title }) => title).join(", ")}
          </p>
        </section>
      )}
      <p className={styles.facts}>
        {panel.summary.facts(
          panel.summary[summary.mode],
          secondsText(summary.seconds),
          panel.summary.pagesRead(summary.pages_read.length, summary.document.pages),
          summary.model?.name ?? "",
        )}
      </p>
      <div className={styles.actions}>
        <Button
          size="s"
          icon={<Copy />}
          onClick={() => void copyText(summaryMarkdown(summary), panel.summary.copied)}
        >
          {panel.summary.copy}
        </Button>
        <Button size="s" tone="quiet" icon={<Download />} onClick={save}>
          {panel.summary.export}
        </Button>
        <Button size="s" tone="quiet" icon={<RotateCcw />} onClick={onAgain}>
          {panel.summary.again}
        </Button>
      </div>
    </>
  );
}
