/**
 * Pages and spans count code points, JavaScript counts UTF-16 units. A text is measured once, then any span of it is cut
 * in no time.
 */
export class CodePoints {
  readonly #offsets: Uint32Array | null;

  constructor(readonly text: string) {
    // Without surrogates both counts are the same, as for most pages.
    this.#offsets = /[\ud800-\udfff]/.test(text) ? offsetsOf(text) : null;
  }

  /** In code points. */
  get length(): number {
    return this.#offsets ? this.#offsets.length - 1 : this.text.length;
  }

  /** The UTF-16 offset of a code point; those outside of the text are its ends. */
  unit(point: number): number {
    const inside = Math.max(0, Math.min(point, this.length));
    return this.#offsets ? (this.#offsets[inside] ?? this.text.length) : inside;
  }

  slice(start: number, end: number): string {
    return this.text.slice(this.unit(start), this.unit(end));
  }
}

function offsetsOf(text: string): Uint32Array {
  const offsets: number[] = [];
  let unit = 0;
  for (const point of text) {
    offsets.push(unit);
    unit += point.length;
  }
  offsets.push(unit);
  return Uint32Array.from(offsets);
}
