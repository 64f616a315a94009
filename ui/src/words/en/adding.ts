import { plural } from "../plural";

/** Adding files, from any screen. */
export const adding = {
  label: "Add documents",
  files: "Choose files",
  folder: "Choose a folder",
  readOnly: (collection: string) => `You may read “${collection}”, not add to it.`,
  dropTitle: "Drop to add to your library",
  dropInto: (collection: string) => `Drop to add to “${collection}”`,
  dropNot: (collection: string) => `You may read “${collection}”, not add to it`,
  dropHint: "Files and whole folders",
  nothing: "There was no file in what you dropped.",
  skipped: (count: number) =>
    plural(count, { one: "1 hidden file was left out.", other: "# hidden files were left out." }),
  started: (count: number) => plural(count, { one: "Adding 1 file", other: "Adding # files" }),
} as const;
