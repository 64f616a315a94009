import { Store } from "./store";

/** A value that is kept in this browser, for all its tabs: what is changed in one is seen in the others. */
export class KeptStore<Value> extends Store<Value> {
  readonly #key: string;

  /**
   * @param key under which it is kept; all of them begin with "pincite".
   * @param read makes a value of what is kept, whatever that is: another version of the page may have written it, or
   * nothing may be there.
   */
  constructor(key: string, read: (kept: unknown) => Value) {
    super(read(parsed(key)));
    this.#key = key;
    window.addEventListener("storage", (event) => {
      // Without a key all was removed.
      if (event.key === key || event.key === null) super.set(read(parsed(key)));
    });
  }

  override set(value: Value | ((before: Value) => Value)): void {
    super.set(value);
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.get()));
    } catch {
      // A private window keeps nothing: it holds until that is closed.
    }
  }
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
