import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import type { Session } from "@/api/shapes";
import { isAdmin } from "@/lib/session";
import { settings as words } from "@/words/en/settings";

export type SectionName = keyof typeof words.sections;

export interface Section {
  name: SectionName;
  group: "own" | "admin" | "about";
  /** Whether settings can be written here: the bar of what is not saved stands below. */
  fields: boolean;
  Content: LazyExoticComponent<ComponentType>;
}

/** Each is loaded when it is first opened. */
const SECTIONS: readonly Section[] = [
  {
    name: "room",
    group: "own",
    fields: false,
    Content: lazy(async () => ({ default: (await import("./room")).RoomSection })),
  },
  {
    name: "account",
    group: "own",
    fields: false,
    Content: lazy(async () => ({ default: (await import("./own-account")).AccountSection })),
  },
  {
    name: "tokens",
    group: "own",
    fields: false,
    Content: lazy(async () => ({ default: (await import("./tokens")).TokensSection })),
  },
  {
    name: "model",
    group: "admin",
    fields: true,
    Content: lazy(async () => ({ default: (await import("./model")).ModelSection })),
  },
  ...(
    [
      ["answers", ["answer", "search"]],
      ["reading", ["encoder", "parse", "ocr", "chunk", "jobs"]],
      ["privacy", ["privacy", "accounts.audit_questions"]],
      ["server", ["server", "accounts"]],
    ] as const
  ).map(([name, wanted]): Section => ({
    name,
    group: "admin",
    fields: true,
    Content: lazy(async () => ({ default: (await import("./fields-section")).fieldsSection(wanted) })),
  })),
  {
    name: "watched",
    group: "admin",
    fields: false,
    Content: lazy(async () => ({ default: (await import("./watched")).WatchedSection })),
  },
  {
    name: "people",
    group: "admin",
    fields: false,
    Content: lazy(async () => ({ default: (await import("./people")).PeopleSection })),
  },
  {
    name: "audit",
    group: "admin",
    fields: false,
    Content: lazy(async () => ({ default: (await import("./audit")).AuditSection })),
  },
  {
    name: "backup",
    group: "admin",
    fields: false,
    Content: lazy(async () => ({ default: (await import("./backup")).BackupSection })),
  },
  {
    name: "all",
    group: "admin",
    fields: true,
    Content: lazy(async () => ({ default: (await import("./all-settings")).AllSettingsSection })),
  },
  {
    name: "about",
    group: "about",
    fields: false,
    Content: lazy(async () => ({ default: (await import("./about")).AboutSection })),
  },
];

/** The sections that somebody can use. */
export function sectionsFor(session: Session): readonly Section[] {
  return SECTIONS.filter(({ name, group }) => {
    if (name === "account" || name === "tokens") return session.account !== null;
    // Without accounts nothing is written down: there is nobody who could have done it.
    if (name === "audit") return isAdmin(session) && session.accounts;
    return group !== "admin" || isAdmin(session);
  });
}
