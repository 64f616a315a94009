import type { ReactNode } from "react";
import { apiAddress } from "@/api/client";
import type { MenuItem } from "@/components/menu";
import { downloadFrom } from "@/lib/download";
import { askWords } from "@/words/en/ask";

/** Files of a conversation, or of one of its turns, with the numbers of the screen. */
export function exportItems(conversation: string, turn: number | null, icon: ReactNode): MenuItem[] {
  const names = askWords.conversation;
  const formats = [
    ["md", names.markdown],
    ["docx", names.word],
    ["json", names.json],
  ] as const;
  return formats.map(([format, label]) => ({
    label,
    icon,
    run: () => {
      const only = turn === null ? "" : `&turn=${turn}`;
      downloadFrom(apiAddress(`conversations/${conversation}/export?format=${format}${only}`));
    },
  }));
}
