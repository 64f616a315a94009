import { queryOptions } from "@tanstack/react-query";
import { client, must, type Schemas } from "@/api/client";
import type {
  DocumentEntry,
  DocumentTold,
  Extraction,
  ExtractionWanted,
  Similar,
  Summary,
  Verified,
} from "@/api/shapes";
import { documentName } from "@/lib/format";
import { documentPath } from "@/lib/place";
import type { Streamed } from "@/lib/runs";
import { panel } from "@/words/en/panel";

type AspectTold = Schemas["AspectTold"];
export type SummaryKind = NonNullable<Schemas["SummaryWanted"]["kind"]>;

export const SUMMARY_KINDS = Object.keys(panel.summary.kinds) as readonly SummaryKind[];

export interface Extractions {
  extractions: Extraction[];
}

/** A summary as it is made, followed and kept. */
export function summaryRun(
  document: DocumentEntry,
  kind: SummaryKind | null,
  fresh: boolean,
): Streamed<AspectTold, Summary> {
  return {
    key: ["research", "summary", document.id, kind],
    path: `documents/${document.id}/summary/stream`,
    body: { kind, fresh },
    label: panel.summary.label(documentName(document)),
    screen: documentPath({ document: document.id }),
    progress: ({ title }) => ({ share: null, detail: panel.summary.seeking(title) }),
    finished: ({ sections }) => panel.summary.finished(sections.filter(({ reported }) => reported).length),
  };
}

/** Fields taken out of one document, likewise. */
export function fieldsRun(
  document: DocumentEntry,
  schema: Pick<ExtractionWanted, "schema_name" | "own_schema">,
): Streamed<DocumentTold, Extractions> {
  const body = { documents: [document.id], mode: "auto", fresh: false, ...schema };
  return {
    key: ["research", "fields", body],
    path: "extractions/stream",
    body,
    label: panel.extraction.label(documentName(document)),
    screen: documentPath({ document: document.id }),
    progress: () => ({ share: null, detail: panel.extraction.running }),
    finished: ({ extractions }) =>
      panel.extraction.finished(
        extractions.flatMap(({ fields }) => fields.filter(({ state }) => state === "found")).length,
      ),
  };
}

export const similarQuery = (document: string) =>
  queryOptions({
    queryKey: ["documents", "similar", document],
    queryFn: async (): Promise<Similar[]> =>
      must(await client.GET("/api/v1/documents/{document}/similar", { params: { path: { document } } }))
        .items,
    staleTime: 60_000,
  });

/** Asked for by a button: it reads the whole document. */
export const verificationQuery = (document: string) =>
  queryOptions({
    queryKey: ["documents", "verification", document],
    queryFn: async (): Promise<Verified> =>
      must(await client.GET("/api/v1/documents/{document}/verification", { params: { path: { document } } })),
    enabled: false,
    gcTime: 0,
  });
