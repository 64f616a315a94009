import { plural } from "../plural";

/** What is said of a value taken out of a document, wherever it is shown. */
export const values = {
  states: {
    found: "Found",
    not_reported: "Not reported",
    not_applicable: "Does not apply",
    failed: "Could not be looked for",
  },
  confidence: (share: number) =>
    `${share >= 0.75 ? "Clear" : share >= 0.5 ? "Likely" : "Uncertain"}, ${Math.round(share * 100)} %`,
  confidenceHint: "How sure it is that this is what was looked for",
  withUnit: (value: string, unit: string) => `${value} ${unit}`,
  removed: (count: number) =>
    plural(count, {
      one: "1 sentence of the model was removed: nothing supports it",
      other: "# sentences of the model were removed: nothing supports them",
    }),
  more: "More",
  less: "Less",
  types: {
    text: "Text",
    number: "Number",
    date: "Date",
    list: "List",
    yes_no: "Yes or no",
    money: "Amount of money",
    duration: "Duration",
  },
  years: (count: number) => plural(count, { one: "1 year", other: "# years" }),
  months: (count: number) => plural(count, { one: "1 month", other: "# months" }),
  weeks: (count: number) => plural(count, { one: "1 week", other: "# weeks" }),
  days: (count: number) => plural(count, { one: "1 day", other: "# days" }),
} as const;
