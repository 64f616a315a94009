import { lazy } from "react";
import { Region } from "@/components/states";
import { useKeys } from "@/lib/keys";
import { usePane } from "@/lib/pane";
import { words } from "@/words";
import { PaneFrame } from "./pane-frame";

const PageBeside = lazy(async () => ({ default: (await import("@/reader")).PageBeside }));

/** The page beside what is being read; the reader is loaded with the first page that is opened. */
export function SidePane() {
  const pane = usePane();
  useKeys({ Escape: pane.close, "[": () => pane.step(-1), "]": () => pane.step(1) }, pane.place !== null);
  if (pane.place === null) return null;
  return (
    <PaneFrame label={words.shell.pane.label} onClose={pane.close}>
      <Region resetKey={pane.place.document}>
        <PageBeside place={pane.place} />
      </Region>
    </PaneFrame>
  );
}
