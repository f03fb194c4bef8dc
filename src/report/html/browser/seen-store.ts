/** Keeps the ids of what was seen, in the browser only. Without a store, as where a browser blocks it, they last as long as the page. */

/** The part of `localStorage` that is used. */
export interface Store {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const PREFIX = "krm-render:seen:";

export class SeenStore {
  readonly #key: string;
  readonly #ids: Set<string>;
  readonly #store: Store | undefined;

  /** @param name tells reports apart @param open may throw */
  constructor(name: string, open: () => Store) {
    this.#key = `${PREFIX}${name}`;
    this.#store = attempt(open);
    const known = attempt(() => this.#store?.getItem(this.#key)) ?? "";
    this.#ids = new Set(known.split(" ").filter((id) => id !== ""));
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  set(id: string, isSeen: boolean): void {
    if (isSeen) this.#ids.add(id);
    else this.#ids.delete(id);
    const store = this.#store;
    if (store === undefined) return;
    const write = (): void => store.setItem(this.#key, [...this.#ids].join(" "));
    attempt(() => {
      if (this.#ids.size === 0) return store.removeItem(this.#key);
      try {
        write();
      } catch {
        // What was seen of other reports makes room.
        for (const key of keysOf(store)) if (key.startsWith(PREFIX) && key !== this.#key) store.removeItem(key);
        write();
      }
    });
  }
}

function keysOf(store: Store): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index) ?? "");
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
