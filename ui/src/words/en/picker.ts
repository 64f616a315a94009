import { plural } from "../plural";

export const picker = {
  search: "Search titles, authors and file names",
  collection: "Collection",
  everywhere: "All collections",
  wholeCollections: "Whole collections",
  documents: "Documents",
  chosen: "Chosen",
  nothingChosen: "Nothing chosen yet.",
  remove: (name: string) => `Remove ${name} from the choice`,
  choose: (count: number) =>
    count === 0 ? "Choose" : plural(count, { one: "Choose 1 document", other: "Choose # documents" }),
  chooseMixed: (count: number) =>
    count === 0 ? "Choose all documents" : plural(count, { one: "Choose 1", other: "Choose #" }),
  chooseListed: (count: number) =>
    plural(count, { one: "Choose the 1 listed", other: "Choose all # listed" }),
  clear: "Clear the choice",
  least: (count: number) =>
    plural(count, { one: "Choose at least 1 document.", other: "Choose at least # documents." }),
  most: (count: number) =>
    plural(count, { one: "1 document is the most.", other: "# documents are the most." }),
  noMatch: (words: string) => `No title, author or file name has “${words}”.`,
  noDocuments: "There are no documents here yet.",
} as const;
