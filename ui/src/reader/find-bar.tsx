import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { PageEntry } from "@/api/shapes";
import { IconButton } from "@/components/button";
import { announce } from "@/lib/announce";
import { errorText } from "@/lib/error-text";
import { pageWithin } from "@/lib/format";
import { reader as words } from "@/words/en/reader";
import styles from "./find-bar.module.css";
import type { Find } from "./use-find";

interface FindBarProps {
  find: Find;
  pages: readonly PageEntry[];
  /** Counts, so that the field takes the focus again when it is asked for again. */
  asked: number;
  onClose: () => void;
}

export function FindBar({ find, pages, asked, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  const { found, at } = find;
  const current = found?.[at];
  const show = useRef(find.show);
  useEffect(() => {
    show.current = find.show;
  });
  useEffect(
    function goToFirst() {
      if (current) show.current();
    },
    // Only when other words are found: steps go there by themselves.
    [found], // eslint-disable-line react-hooks/exhaustive-deps
  );
  useEffect(() => {
    if (found === null) return;
    const page = current && pageWithin(current.page, pages[current.page - 1]?.label ?? "");
    announce(page ? words.find.heard(at + 1, found.length, page) : words.find.none);
  }, [found, at, current, pages]);
  const told = find.error
    ? errorText(find.error).what
    : found && (current ? words.find.count(at + 1, found.length, find.more) : words.find.none);
  return (
    <form
      role="search"
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault();
        find.step(1);
      }}
    >
      <input
        ref={field}
        className={styles.field}
        type="text"
        aria-label={words.find.field}
        placeholder={words.find.placeholder}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        value={find.typed}
        onChange={(event) => find.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            event.nativeEvent.stopImmediatePropagation();
            onClose();
          } else if (event.key === "Enter" && event.shiftKey) {
            event.preventDefault();
            find.step(-1);
          }
        }}
      />
      <span className={styles.count}>{told}</span>
      <IconButton
        size="s"
        icon={<ChevronUp />}
        label={words.find.previous}
        disabled={!current}
        onClick={() => find.step(-1)}
      />
      <IconButton
        size="s"
        icon={<ChevronDown />}
        label={words.find.next}
        disabled={!current}
        onClick={() => find.step(1)}
      />
      <IconButton size="s" icon={<X />} label={words.find.close} onClick={onClose} />
    </form>
  );
}
