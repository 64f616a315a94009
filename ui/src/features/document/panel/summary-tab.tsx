import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { DocumentEntry } from "@/api/shapes";
import { Button } from "@/components/button";
import { Select } from "@/components/field";
import { beginRun, useRun } from "@/lib/runs";
import { panel } from "@/words/en/panel";
import styles from "./panel.module.css";
import { SUMMARY_KINDS, type SummaryKind, summaryRun } from "./queries";
import { RunStateView } from "./run-state";
import { SummaryView } from "./summary-view";

/** What the document says of each aspect; made when it is asked for, as it may take a while. */
export function SummaryTab({ document }: { document: DocumentEntry }) {
  const [kind, setKind] = useState<SummaryKind | null>(null);
  const queries = useQueryClient();
  const wanted = useMemo(() => summaryRun(document, kind, false), [document, kind]);
  const run = useRun(wanted);
  const idle = run.result === undefined && !run.running && run.error === null && !run.stopped;
  return (
    <>
      <div className={styles.choice}>
        <Select
          label={panel.summary.kind}
          value={kind ?? ""}
          onChange={(event) => setKind(SUMMARY_KINDS.find((one) => one === event.target.value) ?? null)}
        >
          <option value="">{panel.summary.asRecognised}</option>
          {SUMMARY_KINDS.map((one) => (
            <option key={one} value={one}>
              {panel.summary.kinds[one]}
            </option>
          ))}
        </Select>
        {idle && (
          <Button tone="primary" onClick={run.begin}>
            {panel.summary.begin}
          </Button>
        )}
      </div>
      {idle && <p className={styles.hint}>{panel.summary.beginHint}</p>}
      <RunStateView
        run={run}
        title={panel.summary.running}
        detail={run.told ? wanted.progress(run.told).detail : panel.summary.starting}
        share={null}
      />
      {run.result && !run.running && (
        <SummaryView
          summary={run.result}
          onAgain={() => beginRun(queries, summaryRun(document, kind, true))}
        />
      )}
    </>
  );
}
