import { plural } from "../plural";

export const common = {
  locale: "en",
  product: "Pincite",
  untitled: "Untitled",
  units: {
    seconds: (seconds: string) => `${seconds} s`,
    minutes: (minutes: number) => `${minutes} min`,
    page: (page: number) => `Page ${page}`,
    pageInShort: (label: string) => `p. ${label}`,
    pageWithLabel: (page: number, label: string) => `Page ${page} (${label})`,
    pages: (count: number) => plural(count, { one: "1 page", other: "# pages" }),
    documents: (count: number) => plural(count, { one: "1 document", other: "# documents" }),
    passages: (count: number) => plural(count, { one: "1 passage", other: "# passages" }),
  },
  actions: {
    cancel: "Cancel",
    close: "Close",
    copy: "Copy",
    copied: "Copied",
    delete: "Delete",
    done: "Done",
    more: "More",
    open: "Open",
    rename: "Rename",
    retry: "Try again",
    undo: "Undo",
  },
  states: {
    loading: "Loading",
    error: "This did not work",
    unreachable: "Pincite does not answer.",
    unreachableKept: "It may be restarting; nothing that was finished is lost.",
    notLoggedIn: "Your login had ended, so this was not done. Do it again once you are logged in.",
    unexpected: "Something unexpected happened in this page. Your library is not affected.",
    unreadableFile: "This file can no longer be read. It may have been moved; add it again.",
    notCopied: "The browser does not let this page copy. Select the text and copy it by the keyboard.",
    waitSeconds: (seconds: number) =>
      plural(seconds, { one: "Wait a second, then try again.", other: "Wait # seconds, then try again." }),
  },
  confirm: { typeName: (name: string) => `Type “${name}” to go on` },
  password: {
    show: "Show the password",
    hide: "Hide the password",
    capsLock: "Caps Lock is on.",
    hint: (count: number) =>
      `At least ${count} characters. A few words that do not belong together are easy to keep in mind.`,
    tooShort: (missing: number) => plural(missing, { one: "1 character more.", other: "# characters more." }),
    sameAsName: "The password must not be the name.",
  },
  citation: {
    name: (number: number, title: string, page: string) => `citation ${number}, ${title}, ${page}`,
    lost: {
      removed: "This document was removed.",
      changed: "This document was read anew; the quote is no longer in it.",
    },
  },
} as const;
