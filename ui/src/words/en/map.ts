import { plural } from "../plural";

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });
const numbers = new Intl.NumberFormat("en");
const quoted = (text: string) => `‘${text}’`;

/** What the map of the library says. */
export const map = {
  title: "Map",
  detail: (documents: number, links: number) =>
    `${plural(documents, { one: "1 document", other: "# documents" })}, ${plural(links, {
      one: "1 link",
      other: "# links",
    })} between them`,
  view: { label: "View", picture: "Picture", list: "List" },
  collection: { label: "Collection", all: "All documents" },
  sections: "Sections",
  find: {
    label: "Find in the map",
    found: (count: number) => plural(count, { one: "1 found", other: "# found" }),
  },
  filter: {
    open: "Links",
    title: "Links shown",
    kinds: {
      shares: "Share rare terms or works",
      cites: "Cites",
      contains: "Contains",
      follows: "Follows",
    },
    strength: "At least this strong",
    strengthValue: (percent: number) => `${percent} %`,
    shown: (shown: number, all: number) => `${numbers.format(shown)} of ${numbers.format(all)} links shown`,
  },
  export: { label: "Export", svg: "Drawing (SVG)", dot: "Graphviz (DOT)", json: "Data (JSON)" },
  picture: {
    label: (documents: number) =>
      plural(documents, { one: "Picture of 1 document", other: "Picture of # documents" }),
    keys: "Arrow keys move along links, Enter opens the document, plus and minus zoom, 0 shows all.",
    arranging: (documents: number) =>
      plural(documents, { one: "Arranging 1 document…", other: "Arranging # documents…" }),
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    fit: "Show all",
    selected: (title: string, links: number) =>
      `${title}, ${plural(links, { one: "1 link", other: "# links" })}`,
    noLinks: "No two of these documents share rare terms, names or works, and none names another.",
    failed: "The picture could not be arranged. The list has the same links.",
  },
  card: {
    close: "Close the card",
    kinds: {
      library: "Library",
      collection: "Collection",
      document: "Document",
      section: "Section",
      chunk: "Chunk",
    },
    extent: (pages: string, chunks: number) =>
      `${pages}, ${plural(chunks, { one: "1 chunk", other: "# chunks" })}`,
    chunks: (chunks: number) => plural(chunks, { one: "1 chunk", other: "# chunks" }),
    open: "Open document",
    openSection: "Open section",
    expand: "Show sections",
    collapse: "Hide sections",
    links: (count: number) => (count === 0 ? "No links" : plural(count, { one: "1 link", other: "# links" })),
    none: "Nothing here links it to another document.",
    hidden: (count: number) =>
      plural(count, {
        one: "1 more link is hidden by the filter.",
        other: "# more links are hidden by the filter.",
      }),
    strength: (percent: number) => `Strength ${percent} %`,
    more: (count: number) => plural(count, { one: "and 1 more", other: "and # more" }),
    all: (count: number) => `Show all ${numbers.format(count)}`,
    fewer: "Show fewer",
    openPlace: (text: string, title: string) => `‘${text}’ in ${title}, `,
    heads: { thing: "Shared", work: "Cited work", here: "Here", there: "There" },
    sharedKinds: { work: "cited work", name: "name", identifier: "identifier", word: "term" },
  },
  sentence: {
    shares: (things: readonly string[], more: number, title: string) =>
      `Shares ${list.format([
        ...things.map(quoted),
        ...(more > 0 ? [plural(more, { one: "1 more", other: "# more" })] : []),
      ])} with ${title}`,
    cites: (title: string) => `Cites ${title}`,
    citedBy: (title: string) => `Is cited by ${title}`,
    contains: (title: string) => `Contains ${title}`,
    partOf: (title: string) => `Is part of ${title}`,
    follows: (title: string) => `Comes after ${title}`,
    precedes: (title: string) => `Comes before ${title}`,
  },
  list: {
    label: "Documents and their links",
    sort: "Sort by",
    sorts: {
      links: "Most links",
      strength: "Strongest link",
      title: "Title",
      pages: "Most pages",
    },
    none: "Shares nothing rare with the others.",
    sections: (count: number) => plural(count, { one: "1 section", other: "# sections" }),
    nothing: "No document here has this in its title.",
  },
  untitled: "Untitled",
  empty: {
    none: "There are no documents to map yet",
    noneText:
      "Add documents, and the map shows which of them share rare terms, cite the same works or each other.",
    one: "A map needs two documents",
    oneText: "There is one document here. Add another one, or choose a collection with more of them.",
    library: "Go to the library",
  },
  tooLarge: { documents: "Show documents only" },
} as const;
