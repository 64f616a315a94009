import { useQuery } from "@tanstack/react-query";
import { FolderInput } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Collection } from "@/api/shapes";
import { addDropped } from "@/lib/add-dropped";
import { droppedFiles } from "@/lib/dropped-files";
import { collectionsQuery } from "@/lib/queries";
import { showError } from "@/lib/toasts";
import { adding } from "@/words/en/adding";
import styles from "./drop-room.module.css";

const bringsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes("Files") ?? false;
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea"));

/**
 * Files and folders can be dropped anywhere: onto a collection of the rail, else into the one that is open, else into the
 * default one. Pasting does the same.
 */
export function DropRoom() {
  const { data: collections = [] } = useQuery(collectionsQuery);
  const { pathname } = useLocation();
  const [over, setOver] = useState<{ target: Collection | null } | null>(null);
  const find = (event: Event): Collection | null => {
    const marked = event.target instanceof Element ? event.target.closest("[data-collection]") : null;
    const id = marked?.getAttribute("data-collection") ?? /^\/library\/([^/]+)/.exec(pathname)?.[1];
    return collections.find((one) => one.id === id) ?? null;
  };
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });

  useEffect(() => {
    // Entering a child comes before leaving its parent: only the outermost leave ends it.
    let depth = 0;
    const end = () => {
      depth = 0;
      setOver(null);
    };
    const enter = (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return;
      depth += 1;
      const target = latest.current(event);
      setOver((before) => (before !== null && before.target === target ? before : { target }));
    };
    const hover = (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return;
      event.preventDefault(); // or the browser would open the file in place of the page
      event.dataTransfer.dropEffect = latest.current(event)?.role === "viewer" ? "none" : "copy";
    };
    const leave = () => {
      depth -= 1;
      if (depth <= 0) end();
    };
    const take = (event: DragEvent | ClipboardEvent, transfer: DataTransfer) => {
      event.preventDefault();
      const target = latest.current(event);
      if (target?.role === "viewer") return;
      droppedFiles(transfer).then((dropped) => addDropped(dropped, target?.id ?? null), showError);
    };
    const drop = (event: DragEvent) => {
      end();
      if (bringsFiles(event.dataTransfer)) take(event, event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => {
      if (bringsFiles(event.clipboardData) && !isField(event.target)) take(event, event.clipboardData);
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragover", hover);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    window.addEventListener("paste", paste);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragover", hover);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
      window.removeEventListener("paste", paste);
    };
  }, []);

  if (over === null) return null;
  const refused = over.target?.role === "viewer";
  return (
    <div className={styles.overlay} aria-hidden="true">
      <div className={styles.card}>
        <FolderInput />
        <p className={styles.title} dir="auto">
          {over.target === null
            ? adding.dropTitle
            : refused
              ? adding.dropNot(over.target.name)
              : adding.dropInto(over.target.name)}
        </p>
        {!refused && <p className={styles.hint}>{adding.dropHint}</p>}
      </div>
    </div>
  );
}
