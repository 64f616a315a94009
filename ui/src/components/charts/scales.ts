/** From what is measured to a share of the width of a chart. */
export interface Scale {
  from: number;
  to: number;
}

/** Measures that are shares lie on one scale, so that charts below each other can be compared. */
export const SHARES: Scale = { from: 0, to: 1 };

/** The place of a value on a scale, 0…1; what lies outside of it stands at its end. */
export function position(scale: Scale, value: number): number {
  const share = (value - scale.from) / (scale.to - scale.from);
  return Math.min(1, Math.max(0, share));
}

/** A scale with zero in the middle that holds all values: 0.1, 0.2, 0.5 or 1 to either side. */
export function differenceScale(values: readonly (number | null)[]): Scale {
  const most = Math.max(0, ...values.map((value) => Math.abs(value ?? 0)));
  const to = [0.1, 0.2, 0.5].find((step) => most <= step) ?? 1;
  return { from: -to, to };
}

/** Where lines are drawn: five, evenly. */
export function ticks({ from, to }: Scale): number[] {
  // Sums of fractions end in …0001.
  return [0, 1, 2, 3, 4].map((step) => Number((from + ((to - from) * step) / 4).toFixed(6)));
}
