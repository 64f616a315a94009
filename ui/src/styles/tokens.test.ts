import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const STYLES = readFileSync("src/styles/tokens.css", "utf8");
const ROOM = ["paper", "surface", "raised", "sunken", "hover"];

/** What is written on what: 4.5:1. */
const TEXTS: Record<string, string[]> = {
  ink: [...ROOM, "pressed", "accent-soft", "slate-soft", "evidence-soft", "desk"],
  "ink-2": [...ROOM, "pressed", "accent-soft", "slate-soft", "evidence-soft", "desk"],
  "ink-3": [...ROOM, "desk"],
  accent: [...ROOM, "accent-soft"],
  "accent-hover": [...ROOM, "accent-soft"],
  "accent-ink": ["accent", "accent-hover"],
  "evidence-ink": ["evidence-soft"],
  "on-evidence": ["evidence"],
  slate: [...ROOM, "slate-soft"],
  loss: [...ROOM, "loss-soft"],
  good: [...ROOM, "good-soft"],
};

/** Edges of controls, marks and chips beside what they lie on: 3:1. */
const EDGES: Record<string, string[]> = {
  "line-strong": ["paper", "surface", "raised", "sunken"],
  focus: [...ROOM, "accent-soft", "desk"],
  accent: ["paper", "surface", "raised", "accent-soft"],
  "evidence-line": ["paper", "surface", "evidence-soft"],
  loss: ["paper", "surface", "loss-soft"],
  good: ["paper", "surface", "good-soft"],
};

function tokensOf(theme: "light" | "dark"): ReadonlyMap<string, string> {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(STYLES)?.[1] ?? "";
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** As WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function tooFaint(theme: "light" | "dark", pairs: Record<string, string[]>, least: number): string[] {
  const tokens = tokensOf(theme);
  const of = (name: string) => {
    const colour = tokens.get(name);
    if (colour === undefined) throw new Error(`--${name} has no colour in ${theme}`);
    return colour;
  };
  return Object.entries(pairs).flatMap(([front, backs]) =>
    backs
      .map((back) => ({ back, ratio: contrast(of(front), of(back)) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ back, ratio }) => `${front} on ${back}: ${ratio.toFixed(2)}`),
  );
}

describe.each(["light", "dark"] as const)("the %s room", (theme) => {
  it("lets every text be read", () => {
    expect(tooFaint(theme, TEXTS, 4.5)).toEqual([]);
  });

  it("shows edges of what can be used", () => {
    expect(tooFaint(theme, EDGES, 3)).toEqual([]);
  });
});

it("measures contrast as WCAG does", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
