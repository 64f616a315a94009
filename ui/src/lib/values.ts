import type { ComparedCell } from "@/api/shapes";
import { values } from "@/words/en/values";
import { numberText } from "./format";

/** A value as extraction and comparison tell it. */
export type Value = Omit<ComparedCell, "citations">;

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/;

/** The value in the one form in which values are compared; empty where that says no more than its words do. */
export function readingOf({ value, normalised, unit }: Pick<Value, "value" | "normalised" | "unit">): string {
  const reading = plainReading(normalised);
  const whole = reading && unit ? values.withUnit(reading, unit) : reading;
  return sameWords(whole, value) || sameWords(reading, value) ? "" : whole;
}

function plainReading(normalised: Value["normalised"]): string {
  if (typeof normalised === "number") return numberText(normalised);
  return typeof normalised === "string" ? (durationText(normalised) ?? normalised) : "";
}

/** "2 years, 6 months" for P2Y6M; null for what is no duration. */
export function durationText(iso: string): string | null {
  const found = DURATION.exec(iso);
  if (!found) return null;
  const parts = [values.years, values.months, values.weeks, values.days].flatMap((say, place) => {
    const count = Number(found[place + 1] ?? 0);
    return count > 0 ? [say(count)] : [];
  });
  return parts.length > 0 ? parts.join(", ") : null;
}

const bare = (text: string) =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

function sameWords(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

/** What a cell says in words, whatever became of it. */
export function valueText(value: Pick<Value, "state" | "value" | "note">): string {
  if (value.state === "found") return value.value;
  const state = values.states[value.state];
  return value.state === "failed" && value.note ? `${state}: ${value.note}` : state;
}
