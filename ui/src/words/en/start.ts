import { plural } from "../plural";

export const start = {
  title: "Three steps to your first question",
  where: (folder: string) => `Everything stays on this machine, in ${folder}.`,
  whereShort: "Everything stays on the machine that Pincite runs on.",
  leave: "Skip these steps",
  step: (number: number, title: string) => `Step ${number}: ${title}`,
  add: {
    title: "Add documents",
    detail:
      "Papers, books, contracts, scans, spreadsheets, slides, mails. Drop them anywhere in this window.",
    or: "or",
    samples: "Try three sample papers",
    done: (count: number) => plural(count, { one: "1 document is here.", other: "# documents are here." }),
    more: "Add more",
  },
  read: {
    title: "Watch them being read",
    waiting: "Each file is read page by page, here on this machine. Once it is, it can be asked.",
    progress: (name: string) => `Progress of ${name}`,
    left: (time: string) => `About ${time} left`,
    more: (count: number) => plural(count, { one: "and 1 more file", other: "and # more files" }),
    done: "All of it is read.",
    failed: (count: number) =>
      plural(count, { one: "1 file could not be read.", other: "# files could not be read." }),
  },
  ask: {
    title: "Ask",
    waiting: "Questions that your own documents answer will stand here.",
    detail: "Press one of these, or write your own.",
    none: "Write a question. Every sentence of the answer will show the words it comes from.",
    own: "Write a question",
  },
} as const;
