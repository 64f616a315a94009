import { useQuery } from "@tanstack/react-query";
import { memo, useLayoutEffect, useMemo } from "react";
import type { Page } from "@/api/shapes";
import { ErrorState, Skeleton } from "@/components/states";
import { CodePoints } from "@/lib/code-points";
import { numberText, pageText } from "@/lib/format";
import { pageQuery } from "@/lib/queries";
import { reader as words } from "@/words/en/reader";
import type { Mark } from "./marks";
import { TextBlocks } from "./text-blocks";
import styles from "./text-pages.module.css";

interface TextPageProps {
  document: string;
  page: number;
  label: string;
  marks: readonly Mark[];
  turn: number;
  onMark: (mark: Mark) => void;
  /** The text and its marks are there. */
  onShown: () => void;
}

export const TextPage = memo(function TextPage(props: TextPageProps) {
  const { document, page, label, marks, turn, onMark, onShown } = props;
  const query = useQuery(pageQuery(document, page));
  const shown = query.data !== undefined;
  useLayoutEffect(() => {
    if (shown) onShown();
  });
  const name = pageText(page, label);
  return (
    <section aria-label={name} data-page={page} className={styles.page}>
      <p className={styles.number} aria-hidden="true">
        {name}
      </p>
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton lines={14} height={900} />}
      {query.data && <PageBody page={query.data} marks={marks} turn={turn} onMark={onMark} />}
    </section>
  );
});

function PageBody({
  page,
  marks,
  turn,
  onMark,
}: { page: Page } & Pick<TextPageProps, "marks" | "turn" | "onMark">) {
  const text = useMemo(() => new CodePoints(page.text), [page.text]);
  if (page.text.trim() === "") return <p className={styles.empty}>{words.told.noText}</p>;
  const sure = page.ocr_confidence;
  return (
    <>
      {sure !== null && (
        <p className={styles.empty}>{words.told.ocr(`${numberText(Math.round(sure * 100))} %`)}</p>
      )}
      <TextBlocks
        text={text}
        blocks={page.blocks}
        heads={page.heads}
        marks={marks}
        turn={turn}
        onMark={onMark}
      />
    </>
  );
}
