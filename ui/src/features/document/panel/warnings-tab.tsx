import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { DocumentDetails, Warning } from "@/api/shapes";
import { Button } from "@/components/button";
import { Check } from "@/components/field";
import { readAgain } from "@/lib/jobs";
import { documentPath } from "@/lib/place";
import { documentQuery } from "@/lib/queries";
import { showError, showToast } from "@/lib/toasts";
import { warningDetail, warningText } from "@/lib/warning-text";
import { panel } from "@/words/en/panel";
import styles from "./panel.module.css";
import { Verification } from "./verification";

/** As many pages are named one by one. */
const NAMED = 12;

/** What a reader should know of the document, whether it is as it was, and the way to have it read again. */
export function WarningsTab({ details: { document, role } }: { details: DocumentDetails }) {
  return (
    <>
      {document.warnings.length === 0 ? (
        <section className={styles.section}>
          <h2>{panel.warnings.none}</h2>
          <p className={styles.hint}>{panel.warnings.noneHint}</p>
        </section>
      ) : (
        <ul className={styles.warnings}>
          {document.warnings.map((warning) => {
            const detail = warningDetail(warning);
            return (
              <li key={`${warning.code} ${warning.message}`}>
                <p dir="auto">{warningText(warning)}</p>
                {detail !== "" && (
                  <p className={styles.hint} dir="auto">
                    {detail}
                  </p>
                )}
                <Pages document={document.id} warning={warning} />
              </li>
            );
          })}
        </ul>
      )}
      <Verification document={document.id} />
      {role !== "viewer" && <Reindex document={document.id} />}
    </>
  );
}

export function Pages({ document, warning }: { document: string; warning: Pick<Warning, "pages"> }) {
  if (warning.pages.length === 0) return null;
  return (
    <p className={styles.pages}>
      {warning.pages.slice(0, NAMED).map((page) => (
        <Link key={page} to={documentPath({ document, page })}>
          {panel.warnings.page(page)}
        </Link>
      ))}
      {warning.pages.length > NAMED && (
        <span className={styles.hint}>{panel.warnings.morePages(warning.pages.length - NAMED)}</span>
      )}
    </p>
  );
}

function Reindex({ document }: { document: string }) {
  const [ocr, setOcr] = useState(true);
  const queries = useQueryClient();
  const reindex = useMutation({
    mutationFn: () => readAgain(document, ocr),
    onSuccess: () => {
      showToast({ text: panel.warnings.reindexBegun });
      void queries.invalidateQueries(documentQuery(document));
    },
    onError: showError,
  });
  return (
    <section className={styles.section}>
      <h2>{panel.warnings.reindexTitle}</h2>
      <p className={styles.hint}>{panel.warnings.reindexHint}</p>
      <Check
        label={panel.warnings.reindexOcr}
        checked={ocr}
        onChange={(event) => setOcr(event.target.checked)}
      />
      <div>
        <Button size="s" busy={reindex.isPending} onClick={() => reindex.mutate()}>
          {panel.warnings.reindex}
        </Button>
      </div>
    </section>
  );
}
