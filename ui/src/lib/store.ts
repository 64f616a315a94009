import { useSyncExternalStore } from "react";

/** A value outside of the tree of components that they can follow. */
export class Store<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(initial: Value) {
    this.#value = initial;
  }

  readonly get = (): Value => this.#value;

  set(value: Value | ((before: Value) => Value)): void {
    this.#value = typeof value === "function" ? (value as (before: Value) => Value)(this.#value) : value;
    this.#listeners.forEach((listener) => listener());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
