import {
  BookOpen,
  Download,
  Ellipsis,
  FileText,
  FolderInput,
  FolderMinus,
  FolderPlus,
  MessageSquareText,
  Pencil,
  RefreshCw,
  ScanText,
  Trash2,
} from "lucide-react";
import { useNavigate } from "react-router";
import { apiAddress } from "@/api/client";
import type { DocumentEntry } from "@/api/shapes";
import { IconButton } from "@/components/button";
import { Menu, type MenuItem } from "@/components/menu";
import { documentName } from "@/lib/format";
import { PDF } from "@/lib/media-types";
import { documentPath } from "@/lib/place";
import { words } from "@/words";
import { library } from "@/words/en/library";
import { useListingDeeds } from "./listing-deeds";

/** What can be done with one document; only what its collections allow. */
export function DocumentMenu({ document, tabIndex }: { document: DocumentEntry; tabIndex: number }) {
  const navigate = useNavigate();
  const { deeds, source, ask, canChange } = useListingDeeds();
  const name = documentName(document);
  const original = apiAddress(`documents/${document.id}/original`);
  const changeable = canChange(document);
  const items: (MenuItem | "line")[] = [
    {
      label: library.action.open,
      icon: <BookOpen />,
      run: () => void navigate(documentPath({ document: document.id })),
    },
    {
      label: library.action.ask,
      icon: <MessageSquareText />,
      run: () => void navigate(`/ask?documents=${document.id}`),
    },
    document.media_type === PDF
      ? {
          label: library.action.original,
          icon: <FileText />,
          run: () => window.open(original, "_blank", "noopener"),
        }
      : { label: library.action.download, icon: <Download />, run: () => window.location.assign(original) },
  ];
  if (changeable) {
    items.push(
      "line",
      { label: library.action.rename, icon: <Pencil />, run: () => ask({ deed: "rename", document }) },
      {
        label: library.action.add,
        icon: <FolderPlus />,
        run: () => ask({ deed: "add", documents: [document] }),
      },
    );
    if (source) {
      items.push({
        label: library.action.move,
        icon: <FolderInput />,
        run: () => ask({ deed: "move", documents: [document] }),
      });
    }
    items.push(
      {
        label: library.action.readAgainOcr,
        icon: <ScanText />,
        run: () => deeds.readAgain([document], true),
      },
      {
        label: library.action.readAgainPlain,
        icon: <RefreshCw />,
        run: () => deeds.readAgain([document], false),
      },
      "line",
    );
    if (source && document.collections.length > 1) {
      items.push({
        label: library.action.takeOut,
        icon: <FolderMinus />,
        run: () => deeds.takeOut([document], source),
      });
    }
    items.push({
      label: words.actions.delete,
      icon: <Trash2 />,
      tone: "loss",
      run: () => deeds.remove([document]),
    });
  }
  return (
    <Menu
      items={items}
      trigger={
        <IconButton size="s" tabIndex={tabIndex} icon={<Ellipsis />} label={library.table.actions(name)} />
      }
    />
  );
}
