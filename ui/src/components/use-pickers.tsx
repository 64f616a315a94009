import { type ReactNode, useRef } from "react";
import { addDropped } from "@/lib/add-dropped";
import { chosenFiles } from "@/lib/dropped-files";
import { adding } from "@/words/en/adding";

interface Pickers {
  chooseFiles: () => void;
  chooseFolder: () => void;
  /** Must be rendered: the browser's own pickers hang on them. */
  inputs: ReactNode;
}

/** The browser's pickers of files and of folders, for those who do not drop. */
export function usePickers(collection: string | null): Pickers {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    if (input.files && input.files.length > 0) addDropped(chosenFiles(input.files), collection);
    input.value = ""; // choosing the same again is a choice, too
  };
  return {
    chooseFiles: () => files.current?.click(),
    chooseFolder: () => folder.current?.click(),
    inputs: (
      <>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label={adding.files}
          onChange={(event) => take(event.currentTarget)}
        />
        <input
          ref={folder}
          type="file"
          webkitdirectory=""
          hidden
          aria-label={adding.folder}
          onChange={(event) => take(event.currentTarget)}
        />
      </>
    ),
  };
}
