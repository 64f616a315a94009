import type { Schemas } from "@/api/client";
import { numberText } from "@/lib/format";
import { settings as words } from "@/words/en/settings";
import { groupNames, settingNames } from "@/words/en/setting-names";

export type Setting = Schemas["SettingShape"];
export type Value = Setting["value"];

/** What was written into a field and is not saved: its text, or null for "use the default". */
export type Draft = string | boolean | null;
export type Drafts = Readonly<Record<string, Draft>>;

export type Kind =
  | { kind: "switch" }
  | { kind: "choice"; options: readonly string[] }
  | { kind: "number"; whole: boolean; low?: number; above?: number; high?: number }
  | { kind: "text" };

/** What field a setting needs, from the words in which the server tells what is allowed. */
export function kindOf({ bounds }: Pick<Setting, "bounds">): Kind {
  if (bounds === "true or false") return { kind: "switch" };
  if (bounds.includes(" | ")) return { kind: "choice", options: bounds.split(" | ") };
  const number = /^(whole )?number\b/.exec(bounds);
  if (!number) return { kind: "text" };
  const low = limit(bounds, "from");
  const above = limit(bounds, "above");
  const high = limit(bounds, "to");
  return {
    kind: "number",
    whole: number[1] !== undefined,
    ...(low === undefined ? {} : { low }),
    ...(above === undefined ? {} : { above }),
    ...(high === undefined ? {} : { high }),
  };
}

function limit(bounds: string, word: string): number | undefined {
  const found = new RegExp(`\\b${word} (-?[\\d.,]+)`).exec(bounds)?.[1];
  return found === undefined ? undefined : Number(found.replaceAll(",", ""));
}

export type Parsed = { value: Value; problem?: undefined } | { value?: undefined; problem: string };

/** What a draft stands for, or why it cannot be taken. */
export function parse(kind: Kind, draft: string | boolean): Parsed {
  if (typeof draft === "boolean") return { value: draft };
  if (kind.kind !== "number") return { value: draft.trim() };
  const text = draft.replaceAll(/[\s_]/g, "");
  if (!/^-?\d+(\.\d+)?$/.test(text)) return { problem: problems[kind.whole ? "whole" : "number"] };
  const value = Number(text);
  if (kind.whole && !Number.isSafeInteger(value)) return { problem: problems.whole };
  if (kind.low !== undefined && value < kind.low) return { problem: problems.low(numberText(kind.low)) };
  if (kind.above !== undefined && value <= kind.above)
    return { problem: problems.above(numberText(kind.above)) };
  if (kind.high !== undefined && value > kind.high) return { problem: problems.high(numberText(kind.high)) };
  return { value };
}

const { problems } = words.field;

/** The text of a value in its field. */
export function draftOf(value: Value): string | boolean {
  return typeof value === "boolean" ? value : String(value);
}

/** A value in words. */
export function valueText(value: Value): string {
  if (typeof value === "boolean") return value ? words.field.on : words.field.off;
  if (value === "") return words.field.empty;
  return String(value); // as it is written: a port is no amount
}

/** Whether a draft would change something. */
export function changes(setting: Setting, draft: Draft): boolean {
  if (draft === null) return setting.source === "file";
  const parsed = parse(kindOf(setting), draft);
  return parsed.problem !== undefined || parsed.value !== setting.value;
}

/** What is to be sent for all drafts, and how many of them cannot be. */
export function patchOf(
  all: readonly Setting[],
  drafts: Drafts,
): { values: Record<string, Value | null>; wrong: number } {
  const values: Record<string, Value | null> = {};
  let wrong = 0;
  for (const setting of all) {
    const draft = drafts[setting.key];
    if (draft === undefined || !changes(setting, draft)) continue;
    if (draft === null) {
      values[setting.key] = null;
      continue;
    }
    const parsed = parse(kindOf(setting), draft);
    if (parsed.problem === undefined) values[setting.key] = parsed.value;
    else wrong += 1;
  }
  return { values, wrong };
}

/** The name of a setting; of one that the page does not know yet, from its key. */
export function nameOf(key: string): string {
  return settingNames[key] ?? capital(key.slice(key.indexOf(".") + 1).replaceAll("_", " "));
}

function groupOf(key: string): string {
  return key.slice(0, key.indexOf("."));
}

export function groupName(group: string): string {
  return groupNames[group] ?? capital(group);
}

/** How the environment names a setting. */
export function variableOf(key: string): string {
  return `PINCITE_${key.replace(".", "__").toUpperCase()}`;
}

/** Settings with all of these words in name, key, meaning or value. */
export function search(all: readonly Setting[], text: string): readonly Setting[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return all;
  return all.filter((setting) => {
    const whole = [
      nameOf(setting.key),
      setting.key,
      setting.description,
      groupName(groupOf(setting.key)),
      String(setting.value),
    ]
      .join("\n")
      .toLowerCase();
    return wanted.every((word) => whole.includes(word));
  });
}

/** Settings by the part of the file they stand in, in the server's order. */
export function grouped(all: readonly Setting[]): readonly (readonly [string, readonly Setting[]])[] {
  const groups = new Map<string, Setting[]>();
  for (const setting of all) {
    const group = groupOf(setting.key);
    groups.set(group, [...(groups.get(group) ?? []), setting]);
  }
  return [...groups];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
