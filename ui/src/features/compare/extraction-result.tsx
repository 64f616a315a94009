import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Extraction } from "@/api/shapes";
import { placeOf } from "@/lib/place";
import { secondsText } from "@/lib/format";
import { schemasQuery } from "@/lib/queries";
import { words } from "@/words";
import { compare } from "@/words/en/compare";
import { type Choice, extractionWanted } from "./choice";
import { Notes } from "./comparison-result";
import styles from "./compare.module.css";
import { type Extractions, extractionRun } from "./queries";
import { RunView } from "./run-view";
import { citationsOf, extractionTables } from "./table";
import { TableView } from "./table-view";

interface ResultProps {
  choice: Choice;
  change: (by: Partial<Choice>) => void;
}

export function ExtractionResult({ choice, change }: ResultProps) {
  const run = useMemo(() => extractionRun(choice), [choice]);
  return (
    <RunView run={run} choice={choice} change={change}>
      {(result) => <ExtractedTables result={result} choice={choice} />}
    </RunView>
  );
}

function ExtractedTables({ result: { extractions }, choice }: { result: Extractions; choice: Choice }) {
  const groups = useMemo(() => extractionTables(extractions), [extractions]);
  const places = useMemo(() => groups.flatMap(({ table }) => citationsOf(table).map(placeOf)), [groups]);
  const schemas = useQuery(schemasQuery).data ?? [];
  const title = (schema: string) =>
    choice.own?.name ?? schemas.find(({ name }) => name === schema)?.title ?? schema;
  return (
    <div className={styles.result}>
      {groups.map((group) => (
        <section key={group.schema} className={styles.tableView}>
          {groups.length > 1 && (
            <h2>
              {title(group.schema)} · {words.units.documents(group.extractions.length)}
            </h2>
          )}
          <TableView
            table={group.table}
            places={places}
            formats={["xlsx", "csv", "json"]}
            exportPath="extractions/export"
            wanted={{
              ...extractionWanted(choice),
              documents: group.extractions.map(({ document }) => document.id),
              schema_name: choice.own ? null : group.schema,
            }}
            facts={factsOf(group.extractions)}
          />
        </section>
      ))}
      <Notes notes={[...new Set(extractions.flatMap(({ notes }) => notes))]} />
    </div>
  );
}

function factsOf(extractions: readonly Extraction[]): string {
  const kept = extractions.filter((one) => one.kept).length;
  const models = extractions.flatMap(({ model }) =>
    model ? compare.result.byModel(model.name, model.remote) : [],
  );
  const composed = extractions.some(({ mode }) => mode === "composed");
  return compare.result.facts(
    secondsText(extractions.reduce((sum, one) => sum + one.seconds, 0)),
    compare.result[composed ? "composed" : "quoted"],
    [...new Set(models)].join(", "),
    kept > 0 ? compare.result.keptBefore(kept) : "",
  );
}
