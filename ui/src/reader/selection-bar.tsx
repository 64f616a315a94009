import { useQueryClient } from "@tanstack/react-query";
import { Link, MessageSquareText, Quote } from "lucide-react";
import { type CSSProperties, type RefObject, useState } from "react";
import { useNavigate } from "react-router";
import type { DocumentEntry, PageEntry, Span } from "@/api/shapes";
import { Button } from "@/components/button";
import { copyText } from "@/lib/clipboard";
import { pageWithin } from "@/lib/format";
import { showError } from "@/lib/toasts";
import { reader as words } from "@/words/en/reader";
import { copyLink } from "./copying";
import { wordsOfPageQuery } from "./queries";
import { charactersWithin, type Selected } from "./selection";
import styles from "./selection-bar.module.css";
import { useSelection } from "./use-selection";

interface SelectionBarProps {
  root: RefObject<HTMLElement | null>;
  document: DocumentEntry;
  pages: readonly PageEntry[];
}

const MOST_ASKED = 300;
const MOST_PAGES = 5;

/** What can be done with selected text; it follows the pages in the order of focus. */
export function SelectionBar({ root, document: entry, pages }: SelectionBarProps) {
  const selected = useSelection(root);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const page = selected?.pages[0]?.page;
  if (!selected || page === undefined) return null;

  const ask = () => {
    const { text } = selected;
    const about = text.length > MOST_ASKED ? `${text.slice(0, MOST_ASKED).trimEnd()}…` : text;
    const search = new URLSearchParams({ documents: entry.id, q: words.selection.question(about) });
    void navigate(`/ask?${search.toString()}`);
  };
  const copy = () => {
    const source = [entry.title || entry.file_name, ...entry.authors.slice(0, 3), entry.year ?? ""]
      .filter((part) => part !== "")
      .join(", ");
    const where = pageWithin(page, pages[page - 1]?.label ?? "");
    void copyText(words.selection.reference(selected.text, source, where), words.selection.copied);
  };
  const link = async () => {
    try {
      const spans = await spansOf(selected);
      await copyLink({ document: entry.id, page, spans });
    } catch (error) {
      showError(error);
    }
  };
  const spansOf = async ({ pages: chosen }: Selected): Promise<Span[]> => {
    const found = await Promise.all(
      chosen.slice(0, MOST_PAGES).map(async (one) => {
        const stretches = one.characters
          ? [one.characters]
          : charactersWithin(
              (await queries.query(wordsOfPageQuery(entry.id, one.page))).geometry,
              one.rectangles,
            );
        return stretches.map((characters) => ({ page: one.page, ...characters }));
      }),
    );
    return found.flat();
  };
  return (
    // A press on it must not end the selection.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={setPlace}
      className={styles.around}
      style={placeOf(selected.box, place?.parentElement ?? null)}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div role="group" aria-label={words.selection.label} className={styles.bar}>
        <Button size="s" tone="quiet" icon={<MessageSquareText />} onClick={ask}>
          {words.selection.ask}
        </Button>
        <Button size="s" tone="quiet" icon={<Quote />} onClick={copy}>
          {words.selection.copy}
        </Button>
        <Button size="s" tone="quiet" icon={<Link />} onClick={() => void link()}>
          {words.selection.link}
        </Button>
      </div>
    </div>
  );
}

const ABOVE = 48;

/** Above what is selected; below where there is no room above, at the edge where it goes on out of sight. */
function placeOf(box: DOMRect, within: HTMLElement | null): CSSProperties {
  if (!within) return { visibility: "hidden" };
  const frame = within.getBoundingClientRect();
  const above = box.top - frame.top - ABOVE;
  const top = above >= 4 ? above : Math.min(box.bottom - frame.top + 8, frame.height - ABOVE);
  return { top: Math.max(4, Math.min(top, frame.height - ABOVE)) };
}
