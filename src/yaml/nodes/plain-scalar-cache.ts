/** Caches the tags of plain scalars: manifests repeat the same few hundred words. */
import type { Tag } from "./node.ts";

/** A text and its tag. All nodes share the one copy of the text, so that its hash is computed once. */
export interface PlainScalar {
  readonly text: string;
  readonly tag: Tag;
}

/** Longer texts are not cached, because they seldom repeat. */
const MAX_LENGTH = 48;
/** The cache is cleared when it holds this many texts, to bound its memory. */
const MAX_ENTRIES = 4096;

export class PlainScalarCache {
  readonly #known = new Map<string, PlainScalar>();
  readonly #resolve: (text: string) => Tag;

  constructor(resolve: (text: string) => Tag) {
    this.#resolve = resolve;
  }

  /** The text and its tag, from the cache if it is there. */
  get(text: string): PlainScalar {
    if (text.length > MAX_LENGTH) return { text, tag: this.#resolve(text) };
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = { text, tag: this.#resolve(text) };
    if (this.#known.size >= MAX_ENTRIES) this.#known.clear();
    this.#known.set(text, made);
    return made;
  }
}
