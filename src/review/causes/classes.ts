/**
 * Chooses the targets that are traced. Targets that have the same change, and depend on the same edited files, are one class: the
 * causes in the first of them are those of all.
 */

import { createHash } from "node:crypto";

/** The length of what stands for a set of files, in hexadecimal digits. */
const FILES_LENGTH = 32;

/** The most classes of one change that are traced. */
const MAX_CLASSES = 50;
/** The most targets of one change that are traced if it is not known which edited files they depend on. Each is a class. */
const MAX_UNKNOWN = 3;

/** Equal for equal sets of files; undefined if they are not known. */
export function filesDigest(files: readonly string[] | undefined): string | undefined {
  if (files === undefined) return undefined;
  return createHash("sha256")
    .update(JSON.stringify([...new Set(files)].sort()))
    .digest("hex")
    .slice(0, FILES_LENGTH);
}

/** A target that has a change, with a change of it. */
interface Occurrence {
  readonly target: string;
}

/** The classes of one change, by the first target of each. */
export class Classes {
  readonly #known = new Set<string>();
  #unknown = 0;

  /**
   * Tells whether a target is the first of a class that is traced. Call this in path order: the first classes are traced, so that a part
   * of the targets has the same ones among them.
   * @param files stands for the edited files that the target depends on; undefined if they are not known
   */
  isFirst(files: string | undefined): boolean {
    if (files === undefined) return ++this.#unknown <= MAX_UNKNOWN;
    if (this.#known.has(files) || this.#known.size >= MAX_CLASSES) return false;
    this.#known.add(files);
    return true;
  }
}

/** Returns the items of the first target of each class. @param all of one change, in path order */
export function firstOfClasses<T extends Occurrence>(
  all: Iterable<T>,
  filesOf: (target: string) => string | undefined,
): T[] {
  const classes = new Classes();
  const first: T[] = [];
  for (const one of all) if (classes.isFirst(filesOf(one.target))) first.push(one);
  return first;
}
