import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { Turn } from "@/api/shapes";
import { usePreferences } from "@/lib/preferences";
import { showError } from "@/lib/toasts";
import { ask, askAgain, dismiss, type Limit, lookAgain, stopAnswering, useLive } from "./asking";
import { setBoxText } from "./box-text";
import type { Live } from "./live";
import { beginConversation } from "./queries";
import { readScope, withoutScope } from "./scope-address";

/** What can be done with questions on the screen of a conversation, or where one is to begin. */
export interface Asking {
  live: Live | null;
  /** A conversation is being begun for the first question. */
  beginning: boolean;
  /** @returns whether the question was sent; else it stays in the box. */
  ask: (question: string, limit?: Limit) => Promise<boolean>;
  again: (turn: Turn, precise?: boolean) => void;
  stop: () => void;
  /** Try what did not work: look for the server, or send the question again. */
  retry: () => void;
  /** Take the question that the server did not take back into the box. */
  takeBack: () => void;
}

export function useAsking(conversation: string | null): Asking {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const manner = usePreferences();
  const [search] = useSearchParams();
  const [beginning, setBeginning] = useState(false);
  const live = useLive(conversation);

  const begin = async (question: string): Promise<boolean> => {
    const { collection, documents } = readScope(search);
    setBeginning(true);
    try {
      const { id } = await beginConversation(queries, collection, documents.length > 0 ? documents : null);
      void ask(queries, id, question, manner);
      const rest = withoutScope(search).toString();
      await navigate(`/ask/${id}${rest && `?${rest}`}`);
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setBeginning(false);
    }
  };

  return {
    live,
    beginning,
    ask: async (question, limit) => {
      if (conversation === null) return begin(question);
      void ask(queries, conversation, question, manner, limit);
      return true;
    },
    again: (turn, precise = manner.precise) => {
      if (conversation !== null) void askAgain(queries, conversation, turn, { ...manner, precise });
    },
    stop: () => {
      if (conversation !== null) void stopAnswering(queries, conversation);
    },
    retry: () => {
      if (conversation === null || live === null) return;
      if (live.trouble?.kind === "away") lookAgain(conversation);
      else {
        dismiss(conversation);
        void ask(queries, conversation, live.question, manner);
      }
    },
    takeBack: () => {
      if (conversation === null || live === null) return;
      setBoxText(conversation, live.question);
      dismiss(conversation);
    },
  };
}
