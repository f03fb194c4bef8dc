/** The limits of one consolidation; docs/specification/composition.md 1.8. */
import { failure, type Location } from "../diagnostics.ts";

const MAX_LEVELS = 64;
const MAX_COMPOSITIONS = 1000;
const MAX_ENTRIES = 1000;
const MAX_TEXT = 5 * 1024 * 1024;

/** Counts what a composition and its imports bring. All methods throw `composition-too-large`. */
export class Limits {
  /** The name of the file of the composition in messages. */
  readonly #file: string;
  #compositions = 0;
  #entries = 0;
  #text = 0;

  /** The length of the text so far. */
  get textLength(): number {
    return this.#text;
  }

  constructor(file: string) {
    this.#file = file;
  }

  /** Adds the text of a file. */
  addText({ length }: string, file: string): void {
    this.#text += length;
    if (this.#text > MAX_TEXT)
      throw this.#exceeded(`more than ${MAX_TEXT / 1024 ** 2} MiB of text, with its imports`, { file });
  }

  /** Adds an imported composition. @param location the entry that imports it */
  addComposition(location: Location): void {
    if (++this.#compositions > MAX_COMPOSITIONS) {
      throw this.#exceeded(`more than ${MAX_COMPOSITIONS} imported compositions`, location);
    }
  }

  /** Adds the entries of one item. An item without entries counts as one, since reading it takes time. */
  addEntries(count: number, location: Location): void {
    this.#entries += Math.max(count, 1);
    if (this.#entries > MAX_ENTRIES)
      throw this.#exceeded(`more than ${MAX_ENTRIES} transformers, with its imports`, location);
  }

  /** @param levels the length of a chain of imports, in compositions @param location the entry that continues it */
  checkLevels(levels: number, location: Location): void {
    if (levels > MAX_LEVELS) throw this.#exceeded(`imports on more than ${MAX_LEVELS} levels`, location);
  }

  #exceeded(what: string, location: Location): Error {
    return failure("composition-too-large", `${this.#file} has ${what}`, {
      ...location,
      hint: "Divide it: a ResourceAccumulator can render another composition.",
    });
  }
}
