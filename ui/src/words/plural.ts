const rules = new Intl.PluralRules("en");
const numbers = new Intl.NumberFormat("en");

/** The form of a text for a count; `#` stands for the number. */
export function plural(
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  return (forms[rules.select(count)] ?? forms.other).replaceAll("#", numbers.format(count));
}
