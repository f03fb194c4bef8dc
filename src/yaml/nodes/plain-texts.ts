/** Plain texts and what they resolve to, remembered: manifests are made of the same few hundred words. */
import type { Tag } from "./node.ts";

/** A text and its tag. The one copy of the text serves all nodes, so its hash is computed once. */
export interface PlainText {
  readonly text: string;
  readonly tag: Tag;
}

/** Longer texts seldom come again. */
const LONGEST = 48;
/** Then all are forgotten, so that a build of many different texts takes no more memory than one of few. */
const MOST = 4096;

export class PlainTexts {
  readonly #known = new Map<string, PlainText>();
  readonly #resolve: (text: string) => Tag;

  constructor(resolve: (text: string) => Tag) {
    this.#resolve = resolve;
  }

  get(text: string): PlainText {
    if (text.length > LONGEST) return { text, tag: this.#resolve(text) };
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = { text, tag: this.#resolve(text) };
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(text, made);
    return made;
  }
}
