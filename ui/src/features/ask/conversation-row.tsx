import { Download, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Conversation } from "@/api/shapes";
import { IconButton } from "@/components/button";
import { Menu } from "@/components/menu";
import { exactTime, whenText } from "@/lib/format";
import { words } from "@/words";
import { askWords } from "@/words/en/ask";
import { exportItems } from "./export-items";
import styles from "./list.module.css";
import { RenameField } from "./rename-field";
import { useDelete } from "./use-delete";

interface ConversationRowProps {
  conversation: Conversation;
  current: boolean;
  onChosen: () => void;
  /** It is deleted, and can be brought back by the message that says so. */
  onDeleted: () => void;
}

export function ConversationRow({ conversation, current, onChosen, onDeleted }: ConversationRowProps) {
  const { id, title } = conversation;
  const [renaming, setRenaming] = useState(false);
  const remove = useDelete(id);
  const name = title || askWords.list.untitled;
  const deleteIt = () => {
    remove(name);
    onDeleted();
  };
  if (renaming) {
    return (
      <div className={styles.row}>
        <RenameField id={id} title={title} onDone={() => setRenaming(false)} />
      </div>
    );
  }
  return (
    <div className={styles.row} data-current={current || undefined}>
      <Link
        to={`/ask/${id}`}
        className={styles.link}
        aria-current={current ? "page" : undefined}
        onClick={onChosen}
        onDoubleClick={() => setRenaming(true)}
      >
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <time
          className={styles.when}
          dateTime={conversation.updated_at}
          title={exactTime(conversation.updated_at)}
        >
          {whenText(conversation.updated_at)}
        </time>
      </Link>
      <Menu
        trigger={
          <IconButton size="s" icon={<Ellipsis />} label={askWords.list.more(name)} className={styles.more} />
        }
        items={[
          { label: words.actions.rename, icon: <Pencil />, run: () => setRenaming(true) },
          ...exportItems(id, null, <Download />),
          "line",
          { label: words.actions.delete, icon: <Trash2 />, tone: "loss", run: deleteIt },
        ]}
      />
    </div>
  );
}
