import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { client, must } from "@/api/client";
import type { Collection, DocumentEntry } from "@/api/shapes";
import { documentName } from "@/lib/format";
import { noticeReading } from "@/lib/jobs";
import { forgetDocuments, refreshLibrary } from "@/lib/library-changes";
import { DOCUMENT_LISTS } from "@/lib/queries";
import { showError, showToast } from "@/lib/toasts";
import { doWithUndo } from "@/lib/undo";
import { words } from "@/words";
import { library } from "@/words/en/library";
import { type BulkResult, type BulkWanted, changeDocuments, failureText } from "./bulk";
import { hide, show } from "@/lib/hidden-documents";
import { changeInLists } from "./queries";

type Documents = readonly DocumentEntry[];

/** What can be done with documents, from rows, cards, menus and the bar alike. */
export interface Deeds {
  rename: (document: DocumentEntry, title: string) => Promise<void>;
  remove: (documents: Documents) => void;
  takeOut: (documents: Documents, collection: Collection) => void;
  move: (documents: Documents, source: Collection, target: Collection) => Promise<void>;
  add: (documents: Documents, target: Collection) => Promise<void>;
  readAgain: (documents: Documents, ocr: boolean) => void;
}

/** How long the message waits for the count of answers that quote a document. */
const QUOTED_MS = 400;
/** Of more documents than these it is not asked one by one. */
const QUOTED_MOST = 20;

export function useDeeds(): Deeds {
  const queries = useQueryClient();
  return useMemo(() => deedsWith(queries), [queries]);
}

function deedsWith(queries: QueryClient): Deeds {
  return {
    rename: async (document, title) => {
      const back = changeInLists(queries, document.id, (entry) => ({
        ...entry,
        title: title || entry.title,
      }));
      try {
        const renamed = must(
          await client.PATCH("/api/v1/documents/{document}", {
            params: { path: { document: document.id } },
            body: { title },
          }),
        );
        changeInLists(queries, document.id, (entry) => ({ ...entry, title: renamed.document.title }));
      } catch (error) {
        back();
        throw error;
      }
      refreshLibrary(queries);
    },
    remove: (documents) => void remove(queries, documents),
    takeOut: (documents, collection) => {
      const ids = idsOf(documents);
      doWithUndo({
        text: library.told.takenOut(ids.length, firstName(documents)),
        apply: () => hide(ids, collection.id),
        revert: () => show(ids, collection.id),
        commit: ({ keepalive }) => takeOut(queries, ids, collection.id, keepalive),
      });
    },
    move: async (documents, source, target) => {
      const ids = idsOf(documents);
      hide(ids, source.id);
      const moved = await changed(queries, ids, { action: "move", source: source.id, target: target.id });
      show(ids, source.id);
      const back = () =>
        void changed(queries, moved.done, { action: "move", source: target.id, target: source.id });
      if (moved.done.length > 0) {
        showToast({
          text: library.told.moved(moved.done.length, target.name),
          seconds: 10,
          action: { label: words.actions.undo, run: back },
        });
      }
    },
    add: async (documents, target) => {
      const added = await changed(queries, idsOf(documents), { action: "add", target: target.id });
      if (added.done.length > 0) showToast({ text: library.told.added(added.done.length, target.name) });
    },
    readAgain: (documents, ocr) => {
      changed(queries, idsOf(documents), { action: "reindex", ocr }).then(({ done, jobs }) => {
        noticeReading(jobs);
        if (done.length > 0) showToast({ text: library.told.reading(done.length) });
      }, showError);
    },
  };
}

const idsOf = (documents: Documents) => documents.map(({ id }) => id);
const firstName = ([first]: Documents) => (first ? documentName(first) : "");

/** Do it, say what failed, and bring the lists up to date. */
async function changed(
  queries: QueryClient,
  ids: readonly string[],
  wanted: BulkWanted,
): Promise<BulkResult> {
  try {
    const result = await changeDocuments(ids, wanted);
    const failure = failureText(result);
    if (failure !== null) showToast({ text: failure, tone: "loss", seconds: 12 });
    return result;
  } catch (error) {
    showError(error);
    return { done: [], failed: [], jobs: [] };
  } finally {
    await queries.invalidateQueries({ queryKey: DOCUMENT_LISTS });
    refreshLibrary(queries);
  }
}

/** They leave the list at once; the message says what quotes them, if that is known soon enough. */
async function remove(queries: QueryClient, documents: Documents): Promise<void> {
  const ids = idsOf(documents);
  hide(ids, null);
  const quoting = await Promise.race([
    answersQuoting(ids),
    new Promise<number>((resolve) => setTimeout(() => resolve(0), QUOTED_MS)),
  ]);
  const deleted = library.told.deleted(ids.length, firstName(documents));
  const quoted = ids.length === 1 ? library.told.quoted(quoting) : library.told.quotedAll;
  doWithUndo({
    text: quoting > 0 ? `${deleted} ${quoted}` : deleted,
    apply: () => hide(ids, null),
    revert: () => show(ids, null),
    commit: async ({ keepalive }) => {
      const result = await changeDocuments(ids, { action: "delete", forget: false }, { keepalive });
      const failure = failureText(result);
      if (failure !== null) showToast({ text: failure, tone: "loss", seconds: 12 });
      // What could not be deleted, or stays in a collection that one may only read, is listed again.
      await forgetDocuments(queries, ids);
      show(ids, null);
    },
  });
}

async function answersQuoting(ids: readonly string[]): Promise<number> {
  if (ids.length > QUOTED_MOST) return 0;
  const counts = await Promise.all(
    ids.map(async (document) => {
      const path = { params: { path: { document } } };
      return must(await client.GET("/api/v1/documents/{document}/quoted", path)).answers;
    }),
  ).catch(() => []); // a note beside the deed; the deed itself tells what is wrong
  return counts.reduce((sum, count) => sum + count, 0);
}

async function takeOut(
  queries: QueryClient,
  ids: readonly string[],
  collection: string,
  keepalive: boolean,
): Promise<void> {
  const refused: unknown[] = [];
  for (const document of ids) {
    try {
      await client.DELETE("/api/v1/documents/{document}/collections/{collection}", {
        params: { path: { document, collection } },
        keepalive,
      });
    } catch (error) {
      refused.push(error);
      show([document], collection);
    }
  }
  await forgetDocuments(queries, ids); // of those that were in no other collection nothing is left
  show(ids, collection);
  if (refused.length > 0) showError(refused[0]);
}
