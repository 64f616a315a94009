import { useInfiniteQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { SquarePen } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { TextField } from "@/components/field";
import { ErrorState, Skeleton } from "@/components/states";
import { useSettled } from "@/lib/settled";
import { useStore } from "@/lib/store";
import { askWords } from "@/words/en/ask";
import { ConversationRow } from "./conversation-row";
import styles from "./list.module.css";
import { conversationsQuery } from "./queries";
import { hidden } from "./use-delete";

const ROW = 52;

interface ConversationListProps {
  current: string | null;
  /** One was chosen, or a new one is to begin. */
  onChosen: () => void;
  onDeleted?: () => void;
}

const nothing = () => undefined;

/** The person's conversations, the last used first: searched, opened, renamed, deleted. */
export function ConversationList({ current, onChosen, onDeleted = nothing }: ConversationListProps) {
  const [typed, setTyped] = useState("");
  const sought = useSettled(typed.trim(), 180);
  const found = useInfiniteQuery({ ...conversationsQuery(sought), placeholderData: (before) => before });
  const gone = useStore(hidden);
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const all = (found.data?.pages ?? []).flatMap((page) => page.items).filter((one) => !gone.has(one.id));
  const rows = useVirtualizer({
    count: all.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (place) => all[place]?.id ?? place,
    overscan: 8,
  });
  const shown = rows.getVirtualItems();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const reached = (shown.at(-1)?.index ?? 0) >= all.length - 5;
  useEffect(() => {
    if (reached && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [reached, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        <Button
          icon={<SquarePen />}
          onClick={() => {
            void navigate("/ask");
            onChosen();
          }}
        >
          {askWords.list.fresh}
        </Button>
        <TextField
          label={askWords.list.search}
          labelHidden
          type="search"
          placeholder={askWords.list.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {found.isPending && <Skeleton lines={6} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && all.length === 0 && (
        <p className={styles.empty}>{sought ? askWords.list.none : askWords.list.empty}</p>
      )}
      <div ref={scroller} className={styles.rows}>
        <ul style={{ height: rows.getTotalSize() }}>
          {shown.map((row) => {
            const conversation = all[row.index];
            return (
              conversation && (
                <li
                  key={row.key}
                  className={styles.place}
                  style={{ height: ROW, transform: `translateY(${row.start}px)` }}
                >
                  <ConversationRow
                    conversation={conversation}
                    current={conversation.id === current}
                    onChosen={onChosen}
                    onDeleted={onDeleted}
                  />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </div>
  );
}
