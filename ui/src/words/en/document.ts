export const document = {
  ask: "Ask about this document",
  actions: "Actions on this document",
  panel: { label: "About this document", show: "Summary and details", close: "Close summary and details" },
  reading: (done: number, pages: number) =>
    pages > 0 ? `Being read again: page ${done} of ${pages}` : "Being read again",
  rename: {
    action: "Rename…",
    title: "Rename document",
    label: "Title",
    hint: "Leave it empty for the title that was found in the document. The file keeps its name.",
  },
  collect: {
    action: "Add to a collection…",
    title: "Add to a collection",
    label: "Collection",
    add: "Add",
    none: "It is in every collection that you may change.",
    added: (name: string) => `Added to ${name}`,
  },
  again: { action: "Read again", told: "The document is read again. It can be used meanwhile." },
  remove: { action: "Delete", told: (title: string) => `Deleted: ${title}` },
} as const;
