import { useQuery } from "@tanstack/react-query";
import { Copy, Download } from "lucide-react";
import { useMemo, useState } from "react";
import type { DocumentEntry, Extraction } from "@/api/shapes";
import { Button } from "@/components/button";
import { Select } from "@/components/field";
import { Menu } from "@/components/menu";
import { Value } from "@/components/value";
import { copyText } from "@/lib/clipboard";
import { downloadMade } from "@/lib/download";
import { useSavedSchemas } from "@/lib/own-schemas";
import { placeOf } from "@/lib/place";
import { tsv } from "@/lib/plain-table";
import { schemasQuery } from "@/lib/queries";
import { useRun } from "@/lib/runs";
import { showError } from "@/lib/toasts";
import { valueText } from "@/lib/values";
import { panel } from "@/words/en/panel";
import styles from "./panel.module.css";
import { fieldsRun } from "./queries";
import { RunStateView } from "./run-state";

const FORMATS = ["xlsx", "csv", "json"] as const;
const OWN = "own ";

/** The fields of a schema with what the document says of them. */
export function ExtractionTab({ document }: { document: DocumentEntry }) {
  const schemas = useQuery(schemasQuery).data ?? [];
  const saved = useSavedSchemas();
  const [chosen, setChosen] = useState("");
  const wanted = useMemo(() => {
    const own = saved.find(({ name }) => `${OWN}${name}` === chosen);
    return fieldsRun(document, {
      schema_name: own || chosen === "" ? null : chosen,
      own_schema: own ? { format: own.format, text: own.text } : null,
    });
  }, [document, chosen, saved]);
  const run = useRun(wanted);
  const idle = run.result === undefined && !run.running && run.error === null && !run.stopped;
  const extraction = run.result?.extractions[0];
  return (
    <>
      <div className={styles.choice}>
        <Select
          label={panel.extraction.schema}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">{panel.extraction.byKind}</option>
          <optgroup label={panel.extraction.builtIn}>
            {schemas.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </optgroup>
          {saved.length > 0 && (
            <optgroup label={panel.extraction.own}>
              {saved.map(({ name }) => (
                <option key={name} value={`${OWN}${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
        {idle && (
          <Button tone="primary" onClick={run.begin}>
            {panel.extraction.begin}
          </Button>
        )}
      </div>
      {idle && <p className={styles.hint}>{panel.extraction.beginHint}</p>}
      <RunStateView run={run} title={panel.extraction.running} detail={panel.summary.starting} share={null} />
      {extraction && <Fields extraction={extraction} wanted={wanted.body} />}
    </>
  );
}

function Fields({ extraction, wanted }: { extraction: Extraction; wanted: unknown }) {
  const fields = useMemo(() => {
    let number = 0;
    return extraction.fields.map((field) => ({
      ...field,
      citations: field.citations.map((citation) => ({ ...citation, number: ++number })),
    }));
  }, [extraction]);
  const places = fields.flatMap(({ citations }) => citations.map(placeOf));
  const found = fields.filter(({ state }) => state === "found");
  return (
    <>
      <p className={styles.facts}>{panel.extraction.found(found.length, fields.length)}</p>
      {extraction.notes.map((note) => (
        <p key={note} className={styles.note} dir="auto">
          {note}
        </p>
      ))}
      <dl className={styles.fields}>
        {fields.map((field) => (
          <div key={field.name}>
            <dt dir="auto">{field.label}</dt>
            <dd>
              <Value value={field} citations={field.citations} among={places} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button
          size="s"
          icon={<Copy />}
          onClick={() =>
            void copyText(
              tsv(fields.map((field) => [field.label, valueText(field)])),
              panel.extraction.copied,
            )
          }
        >
          {panel.extraction.copy}
        </Button>
        <Menu
          trigger={
            <Button size="s" tone="quiet" icon={<Download />}>
              {panel.extraction.export}
            </Button>
          }
          items={FORMATS.map((format) => ({
            label: panel.extraction[format],
            run: () => void downloadMade(`extractions/export?format=${format}`, wanted).catch(showError),
          }))}
        />
      </div>
    </>
  );
}
