import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { client, must } from "@/api/client";
import type { Collection, DocumentEntry } from "@/api/shapes";
import { documentName } from "@/lib/format";
import { hide, show } from "@/lib/hidden-documents";
import { readAgain } from "@/lib/jobs";
import { forgetDocuments, refreshLibrary } from "@/lib/library-changes";
import { documentPath } from "@/lib/place";
import { DOCUMENT_LISTS, documentQuery } from "@/lib/queries";
import { showError, showToast } from "@/lib/toasts";
import { doWithUndo } from "@/lib/undo";
import { document as words } from "@/words/en/document";

/** What is done with the document that is read. */
export function useDocumentDeeds(entry: DocumentEntry) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const path = { document: entry.id };
  return {
    rename: async (title: string) => {
      const renamed = must(
        await client.PATCH("/api/v1/documents/{document}", { params: { path }, body: { title } }),
      );
      queries.setQueryData(documentQuery(entry.id).queryKey, renamed);
      await queries.invalidateQueries({ queryKey: DOCUMENT_LISTS });
    },
    collect: async (collection: Collection) => {
      await client.PUT("/api/v1/documents/{document}/collections/{collection}", {
        params: { path: { ...path, collection: collection.id } },
      });
      showToast({ text: words.collect.added(collection.name) });
      refreshLibrary(queries);
    },
    readAgain: () => {
      readAgain(entry.id, true).then(async () => {
        showToast({ text: words.again.told });
        await queries.invalidateQueries({ queryKey: documentQuery(entry.id).queryKey });
      }, showError);
    },
    remove: () =>
      doWithUndo({
        text: words.remove.told(documentName(entry)),
        apply: () => {
          hide([entry.id], null);
          void navigate("/library");
        },
        revert: () => show([entry.id], null),
        undone: () => void navigate(documentPath({ document: entry.id })),
        commit: async ({ keepalive }) => {
          await client.DELETE("/api/v1/documents/{document}", { params: { path }, keepalive });
          await forgetDocuments(queries, [entry.id]);
          show([entry.id], null);
        },
      }),
  };
}
