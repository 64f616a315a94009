import { useState } from "react";
import type { DocumentDetails } from "@/api/shapes";
import { Region } from "@/components/states";
import { Tabs } from "@/components/tabs";
import { panel } from "@/words/en/panel";
import { DetailsTab } from "./details-tab";
import { ExtractionTab } from "./extraction-tab";
import styles from "./panel.module.css";
import { SimilarTab } from "./similar-tab";
import { SummaryTab } from "./summary-tab";
import { WarningsTab } from "./warnings-tab";

type Tab = "summary" | "extraction" | "similar" | "warnings" | "details";

/** What is known of a document, beside its pages. */
export function DocumentPanel({ details }: { details: DocumentDetails }) {
  const [tab, setTab] = useState<Tab>("summary");
  const warnings = details.document.warnings.length;
  return (
    <section className={styles.panel} aria-label={panel.label}>
      <Tabs
        label={panel.label}
        selected={tab}
        tabs={[
          { name: "summary", label: panel.tabs.summary },
          { name: "extraction", label: panel.tabs.extraction },
          { name: "similar", label: panel.tabs.similar },
          {
            name: "warnings",
            label: warnings > 0 ? panel.warningsCount(warnings) : panel.tabs.warnings,
          },
          { name: "details", label: panel.tabs.details },
        ]}
        onSelect={setTab}
      >
        <div className={styles.body}>
          <Region resetKey={`${tab} ${details.document.id}`}>
            {tab === "summary" && <SummaryTab document={details.document} />}
            {tab === "extraction" && <ExtractionTab document={details.document} />}
            {tab === "similar" && <SimilarTab document={details.document.id} />}
            {tab === "warnings" && <WarningsTab details={details} />}
            {tab === "details" && <DetailsTab details={details} />}
          </Region>
        </div>
      </Tabs>
    </section>
  );
}
