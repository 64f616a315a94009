import { Download, Ellipsis, ExternalLink, Link, Maximize, Moon, Type } from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "@/components/button";
import { Menu, type MenuItem } from "@/components/menu";
import type { Place } from "@/lib/place";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { reader as words } from "@/words/en/reader";
import { copyLink } from "./copying";
import { originalAddress } from "./pdf";

interface MoreMenuProps {
  /** What is shown on the whole screen. */
  root: RefObject<HTMLElement | null>;
  here: Place;
  /** Null where the original is not for this person. */
  fileName: string | null;
  /** The browser shows the original; all but PDFs it can only keep. */
  opens: boolean;
  text: boolean;
  /** Null where there is nothing but text. */
  onText: ((text: boolean) => void) | null;
}

/** What is needed less often. */
export function MoreMenu({ root, here, fileName, opens, text, onText }: MoreMenuProps) {
  const { dimPages } = usePreferences();
  const items: (MenuItem | "line")[] = [
    ...(onText
      ? [{ label: words.view.text, icon: <Type />, checked: text, run: () => onText(!text) }, "line" as const]
      : []),
    { label: words.more.link, icon: <Link />, run: () => void copyLink(here) },
    {
      label: words.more.whole,
      icon: <Maximize />,
      run: () => {
        if (document.fullscreenElement) void document.exitFullscreen();
        else void root.current?.requestFullscreen();
      },
    },
    {
      label: words.more.dim,
      icon: <Moon />,
      checked: dimPages,
      run: () => changePreferences({ dimPages: !dimPages }),
    },
  ];
  if (fileName !== null) {
    items.push("line");
    if (opens) {
      items.push({
        label: words.more.original,
        icon: <ExternalLink />,
        run: () => openOriginal(here.document, here.page),
      });
    }
    items.push({
      label: words.more.download,
      icon: <Download />,
      run: () => download(here.document, fileName),
    });
  }
  return <Menu trigger={<IconButton size="s" icon={<Ellipsis />} label={words.more.menu} />} items={items} />;
}

export function openOriginal(id: string, page: number): void {
  window.open(`${originalAddress(id)}#page=${page}`, "_blank", "noopener");
}

export function download(id: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = originalAddress(id);
  link.download = fileName;
  link.click();
}
