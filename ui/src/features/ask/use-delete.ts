import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { Store } from "@/lib/store";
import { doWithUndo } from "@/lib/undo";
import { askWords } from "@/words/en/ask";
import { deleteConversation } from "./queries";

/** Conversations that are shown no more, while their deletion can be undone. */
export const hidden = new Store<ReadonlySet<string>>(new Set());

function hide(id: string, gone: boolean): void {
  hidden.set((before) => {
    const next = new Set(before);
    if (gone) next.add(id);
    else next.delete(id);
    return next;
  });
}

/** Deletes a conversation, with ten seconds to undo it. */
export function useDelete(id: string): (title: string) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const open = useParams()["conversation"] === id;
  return (title) =>
    doWithUndo({
      text: askWords.list.deleted(title.length > 60 ? `${title.slice(0, 60)}…` : title),
      apply: () => {
        hide(id, true);
        if (open) void navigate("/ask");
      },
      revert: () => {
        hide(id, false);
        if (open) void navigate(`/ask/${id}`);
      },
      commit: ({ keepalive }) => deleteConversation(queries, id, keepalive),
    });
}
