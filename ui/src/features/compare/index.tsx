import { PageHeader } from "@/components/page-header";
import { Tabs } from "@/components/tabs";
import { words } from "@/words";
import { compare } from "@/words/en/compare";
import { LEAST, MOST } from "./choice";
import { ChosenSummary } from "./chosen-summary";
import styles from "./compare.module.css";
import { ComparisonResult } from "./comparison-result";
import { ExtractionResult } from "./extraction-result";
import { Setup } from "./setup";
import { useChoice } from "./use-choice";

/** Documents side by side, or fields taken out of many: what to look for is chosen first, then the table is shown. */
export function CompareScreen() {
  const [choice, change] = useChoice();
  const Result = choice.task === "compare" ? ComparisonResult : ExtractionResult;
  return (
    <>
      <PageHeader title={words.shell.screens.compare} detail={compare.details[choice.task]} />
      <div className={styles.screen}>
        <Tabs
          label={compare.tasks.label}
          selected={choice.task}
          tabs={[
            { name: "compare", label: compare.tasks.compare },
            { name: "extract", label: compare.tasks.extract },
          ]}
          onSelect={(task) => {
            const documents = choice.documents.slice(0, MOST[task]);
            change({ task, documents, run: choice.run && documents.length >= LEAST[task] });
          }}
        >
          {choice.run ? (
            <>
              <ChosenSummary choice={choice} onChange={() => change({ run: false })} />
              <Result choice={choice} change={change} />
            </>
          ) : (
            <Setup choice={choice} change={change} />
          )}
        </Tabs>
      </div>
    </>
  );
}
