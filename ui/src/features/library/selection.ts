/** Which documents are chosen, and where a range begins. */
export interface Selection {
  chosen: ReadonlySet<string>;
  anchor: string | null;
}

export const NOTHING_CHOSEN: Selection = { chosen: new Set(), anchor: null };

export function toggle({ chosen }: Selection, id: string): Selection {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return { chosen: next, anchor: id };
}

/** All between the last that was chosen and this one; from here alone where the last is not listed any more. */
export function chooseTo({ chosen, anchor }: Selection, id: string, order: readonly string[]): Selection {
  const to = order.indexOf(id);
  const from = anchor === null ? -1 : order.indexOf(anchor);
  if (to < 0) return { chosen, anchor };
  const start = from < 0 ? to : from;
  const range = order.slice(Math.min(start, to), Math.max(start, to) + 1);
  return { chosen: new Set([...chosen, ...range]), anchor: order[start] ?? id };
}

export function chooseAll(order: readonly string[]): Selection {
  return { chosen: new Set(order), anchor: order[0] ?? null };
}

/** Only those that are still listed; the same object where nothing changes. */
export function keepListed(selection: Selection, order: readonly string[]): Selection {
  if (selection.chosen.size === 0) return selection;
  const listed = new Set(order);
  const chosen = new Set([...selection.chosen].filter((id) => listed.has(id)));
  if (chosen.size === selection.chosen.size) return selection;
  const anchor = selection.anchor !== null && listed.has(selection.anchor) ? selection.anchor : null;
  return { chosen, anchor };
}
