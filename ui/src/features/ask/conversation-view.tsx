import { Ellipsis, Download, PanelLeft, Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "@/api/client";
import { Button, IconButton } from "@/components/button";
import { Menu } from "@/components/menu";
import { EmptyState, ErrorState, Skeleton } from "@/components/states";
import { words } from "@/words";
import { askWords } from "@/words/en/ask";
import styles from "./conversation.module.css";
import { RenameField } from "./rename-field";
import { exportItems } from "./export-items";
import { useTurns } from "./queries";
import { LiveTurn, TurnView } from "./turn-view";
import { useDelete } from "./use-delete";
import type { Asking } from "./use-asking";
import { usePassageKeys } from "./use-passage-keys";
import { useStayAtEnd } from "./use-stay-at-end";

interface ConversationViewProps {
  id: string;
  asking: Asking;
  onList: () => void;
}

/** A conversation: its turns in order, the latest in view. */
export function ConversationView({ id, asking, onList }: ConversationViewProps) {
  const { live } = asking;
  const found = useTurns(id, live !== null);
  const pages = found.data?.pages;
  const { scroller, content } = useStayAtEnd(live !== null, pages?.length ?? 0);
  usePassageKeys(content);

  if (found.isError && !pages) {
    const gone = found.error instanceof ApiError && found.error.status === 404;
    return (
      <div className={styles.scroller}>
        {gone ? (
          <EmptyState
            level={1}
            title={askWords.list.gone}
            actions={<Link to="/ask">{askWords.list.fresh}</Link>}
          >
            {askWords.list.goneText}
          </EmptyState>
        ) : (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        )}
      </div>
    );
  }
  const turns = [...(pages ?? [])].reverse().flatMap((page) => page.turns);
  const last = turns.at(-1);
  // What this page follows takes the place of the turn as the server has kept it so far.
  const kept = live
    ? turns.filter(
        (turn) =>
          turn.number !== live.number &&
          !(live.number === null && turn.answering && turn.question === live.question),
      )
    : turns;
  return (
    <>
      <Header
        id={id}
        title={pages?.[0]?.conversation?.title ?? ""}
        asked={live?.question ?? ""}
        known={pages !== undefined}
        onList={onList}
      />
      <div ref={scroller} className={styles.scroller}>
        <div ref={content} className={styles.turns}>
          {!pages && <Skeleton lines={6} height={400} />}
          {found.hasNextPage && (
            <Earlier busy={found.isFetchingNextPage} onReach={() => void found.fetchNextPage()} />
          )}
          {kept.map((turn) => (
            <TurnView
              key={turn.number}
              conversation={id}
              turn={turn}
              latest={turn === last}
              asking={asking}
            />
          ))}
          {live && <LiveTurn key="live" live={live} asking={asking} />}
        </div>
      </div>
    </>
  );
}

/** Loads earlier turns when it comes into view, or is pressed. */
function Earlier({ busy, onReach }: { busy: boolean; onReach: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });
  useEffect(() => {
    if (!place.current || busy) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) reach.current();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [busy]);
  return (
    <div ref={place} className={styles.earlier}>
      <Button size="s" tone="quiet" busy={busy} onClick={onReach}>
        {askWords.conversation.earlier}
      </Button>
    </div>
  );
}

function Header({
  id,
  title,
  asked,
  known,
  onList,
}: {
  id: string;
  title: string;
  /** What is being asked, until the server has made a title of it. */
  asked: string;
  known: boolean;
  onList: () => void;
}) {
  const [renaming, setRenaming] = useState(false);
  const remove = useDelete(id);
  const name = title || asked || (known ? askWords.list.untitled : "");
  return (
    <header className={styles.header}>
      <title>{words.shell.title(name || words.shell.screens.ask)}</title>
      <IconButton
        icon={<PanelLeft />}
        label={askWords.list.open}
        className={styles.listButton}
        onClick={onList}
      />
      {renaming ? (
        <>
          <h1 className="heard">{name}</h1>
          <RenameField id={id} title={title} onDone={() => setRenaming(false)} />
        </>
      ) : (
        <h1 className={styles.title} dir="auto">
          {name}
        </h1>
      )}
      <Menu
        trigger={<IconButton icon={<Ellipsis />} label={askWords.conversation.more} />}
        items={[
          { label: words.actions.rename, icon: <Pencil />, run: () => setRenaming(true) },
          ...exportItems(id, null, <Download />),
          "line",
          { label: words.actions.delete, icon: <Trash2 />, tone: "loss", run: () => remove(name) },
        ]}
      />
    </header>
  );
}
