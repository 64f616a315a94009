import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { Span } from "@/api/shapes";
import { usePane } from "@/lib/pane";
import { pageQuery } from "@/lib/queries";

/** Where a text first stands in another one without regard to case and white space, in code points; null if it does not. */
export function findWords(page: string, sought: string): { start: number; end: number } | null {
  const words = sought.split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+");
  const found = new RegExp(pattern, "iu").exec(page);
  if (!found) return null;
  const start = Array.from(page.slice(0, found.index)).length;
  return { start, end: start + Array.from(found[0]).length };
}

/** Open a page beside at once, and mark the words on it as soon as its text is there. */
export function useOpenWords(): (document: string, page: number, text: string) => void {
  const queries = useQueryClient();
  const pane = usePane();
  const latest = useRef(pane);
  useEffect(() => {
    latest.current = pane;
  });
  return useCallback(
    (document, page, text) => {
      latest.current.open({ document, page, spans: [] });
      const mark = async () => {
        const { text: whole } = await queries.query({ ...pageQuery(document, page), staleTime: "static" });
        const found = findWords(whole, text);
        const { place } = latest.current;
        // Something else may have been opened in the meantime.
        if (!found || place?.document !== document || place.page !== page) return;
        const span: Span = { page, ...found };
        latest.current.open({ document, page, spans: [span] });
      };
      // The page beside tells by itself when the page cannot be had; here only the marking is lost.
      mark().catch(() => undefined);
    },
    [queries],
  );
}
