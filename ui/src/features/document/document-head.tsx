import { Ellipsis, MessageSquareText, PanelRight } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { DocumentDetails } from "@/api/shapes";
import { Button, IconButton } from "@/components/button";
import { NameDialog } from "@/components/name-dialog";
import { Menu, type MenuItem } from "@/components/menu";
import { documentName } from "@/lib/format";
import { warningsText } from "@/lib/warning-text";
import { words as common } from "@/words";
import { document as words } from "@/words/en/document";
import { CollectDialog } from "./collect-dialog";
import styles from "./document.module.css";
import { useDocumentDeeds } from "./use-document-deeds";

interface DocumentHeadProps {
  details: DocumentDetails;
  beside: boolean;
  onBeside: () => void;
}

/** Who wrote what, what to know of it, and what can be done with it. */
export function DocumentHead({ details, beside, onBeside }: DocumentHeadProps) {
  const { document: entry, job, role } = details;
  const navigate = useNavigate();
  const deeds = useDocumentDeeds(entry);
  const [dialog, setDialog] = useState<"rename" | "collect" | null>(null);
  const name = documentName(entry);
  const facts = [entry.authors.join(", "), entry.year ?? "", common.units.pages(entry.pages)].filter(
    (fact) => fact !== "",
  );
  const items: (MenuItem | "line")[] = [
    { label: words.rename.action, run: () => setDialog("rename") },
    { label: words.collect.action, run: () => setDialog("collect") },
    { label: words.again.action, disabled: job !== null, run: deeds.readAgain },
    "line",
    { label: words.remove.action, tone: "loss", run: deeds.remove },
  ];
  return (
    <header className={styles.head}>
      <title>{common.shell.title(name)}</title>
      <div className={styles.names}>
        <h1 className={styles.title} dir="auto" title={name}>
          {name}
        </h1>
        <p className={styles.facts} dir="auto">
          {facts.join(" · ")}
        </p>
        <Notes details={details} />
      </div>
      <div className={styles.actions}>
        <Button
          size="s"
          icon={<MessageSquareText />}
          onClick={() => void navigate(`/ask?documents=${encodeURIComponent(entry.id)}`)}
        >
          {words.ask}
        </Button>
        {role !== "viewer" && (
          <Menu trigger={<IconButton size="s" icon={<Ellipsis />} label={words.actions} />} items={items} />
        )}
        <IconButton
          size="s"
          icon={<PanelRight />}
          label={beside ? words.panel.close : words.panel.show}
          aria-pressed={beside}
          onClick={onBeside}
        />
      </div>
      {dialog === "rename" && (
        <NameDialog
          title={words.rename.title}
          label={words.rename.label}
          hint={words.rename.hint}
          action={common.actions.rename}
          initial={entry.title}
          maxLength={500}
          mayBeEmpty
          onName={deeds.rename}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "collect" && (
        <CollectDialog details={details} onCollect={deeds.collect} onClose={() => setDialog(null)} />
      )}
    </header>
  );
}

/** What is done with it at the moment, and what a reader should know: the first of it, the panel has all. */
function Notes({ details }: { details: DocumentDetails }) {
  const { job, document: entry } = details;
  if (job !== null) {
    return (
      <p className={styles.notes} role="status">
        {words.reading(job.pages_done, job.pages)}
      </p>
    );
  }
  if (entry.warnings.length === 0) return null;
  return (
    <p className={styles.notes} dir="auto">
      {warningsText(entry.warnings)}
    </p>
  );
}
