/**
 * Finds the files that a pattern stands for, in the order in which doublestar of Go lists them: names in their order, and what is in a
 * directory before what is in the directories below it; docs/specification/argocd-helm-sources.md 5.
 */
import { posix } from "node:path";
import { failure, type Location } from "../../../diagnostics.ts";
import type { Tree } from "../../../sources/tree.ts";
import { compareBytewise } from "../../../text/index.ts";
import {
  alternativesOf,
  escapePattern,
  firstMeta,
  isValidPattern,
  matchesName,
  unescapePattern,
} from "./glob-pattern.ts";

/** The steps that the patterns of one Application may take: one for each name, and more where names and patterns are long. */
const MAX_STEPS = 100_000;
/** The most texts that the alternatives of one pattern may stand for. */
const MAX_ALTERNATIVES = 1_000;
/** The most directories in one another. Links can lead in circles. */
const MAX_DEPTH = 64;

/** Counts the steps of all patterns that share it. */
export class GlobEffort {
  #left = MAX_STEPS;

  /** False if there were too many. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}

/**
 * The paths that match, of files and of directories.
 * @param pattern absolute within the tree, and normalised
 * @param place of the pattern in a file
 * @throws KrmError `argocd-invalid` for a pattern that is malformed, or stands for too much
 */
export async function glob(
  tree: Tree,
  pattern: string,
  place: Location,
  effort = new GlobEffort(),
): Promise<readonly string[]> {
  const meta = firstMeta(pattern);
  const split = meta < 0 ? pattern.length : pattern.lastIndexOf("/", meta);
  const base = unescapePattern(pattern.slice(0, split)) || "/";
  const rest = pattern.slice(split + 1);
  if (!isValidPattern(meta < 0 ? pattern : rest)) throw malformed(pattern, place);
  if (meta < 0) return (await tree.lookup(base)) === undefined ? [] : [base];
  const search = new Search(tree, base, pattern, place, effort);
  const found = await search.find(rest, true, hasMiddleStars(rest));
  return found.map((path) => posix.join(base, path));
}

function malformed(pattern: string, place: Location): Error {
  return failure("argocd-invalid", `${pattern.slice(1)} is no pattern`, {
    ...place,
    hint: "End each class with `]` before the next slash, each list of alternatives with `}`, and write no backslash at the end.",
  });
}

/** Tells whether `**` is before the very end: there doublestar walks, and sorts what alternatives give as a whole. */
function hasMiddleStars(pattern: string): boolean {
  for (let at = 0; at < pattern.length - 3; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "*" && pattern[at + 1] === "*") return true;
  }
  return false;
}

/** A pattern with alternatives, and the positions of their braces. */
interface Alternatives {
  readonly pattern: string;
  readonly opening: number;
  readonly closing: number;
}

class Search {
  readonly #tree: Tree;
  readonly #base: string;
  readonly #pattern: string;
  readonly #place: Location;
  readonly #effort: GlobEffort;
  #alternatives = 0;

  constructor(tree: Tree, base: string, pattern: string, place: Location, effort: GlobEffort) {
    this.#tree = tree;
    this.#base = base;
    this.#pattern = pattern;
    this.#place = place;
    this.#effort = effort;
  }

  /**
   * Paths are relative to the base, `.` for itself.
   * @param isLast false for directories in which something is searched
   * @param before what was found: where doublestar does not walk, it searches that once more for the rest of a pattern
   */
  async find(pattern: string, isLast: boolean, isWalk: boolean, before: readonly string[] = []): Promise<string[]> {
    const meta = firstMeta(pattern);
    if (meta < 0) {
      const path = unescapePattern(pattern);
      return (await this.#type(path)) === undefined ? [...before] : [...before, path];
    }
    let split = lastOf(pattern, "/}");
    if (pattern[split] === "}") {
      const opening = openingOf(pattern, split);
      if (opening >= 0) return this.#findAlternatives({ pattern, opening, closing: split }, isLast, isWalk, before);
      split = lastOf(pattern.slice(0, split), "/");
    }
    const directory = split < 0 ? "." : pattern.slice(0, split);
    const name = pattern.slice(split + 1);
    if (split <= meta) return [...before, ...(await this.#findIn(unescapePattern(directory), name, isLast))];
    const directories = await this.find(directory, false, isWalk, before);
    const found = isWalk ? [] : [...directories];
    for (const path of directories) for (const one of await this.#findIn(path, name, isLast)) found.push(one);
    return isWalk ? found : found.slice(directories.length);
  }

  async #findAlternatives(
    { pattern, opening, closing }: Alternatives,
    isLast: boolean,
    isWalk: boolean,
    before: readonly string[],
  ): Promise<string[]> {
    const split = lastOf(pattern.slice(0, opening), "/}");
    const isPrefixed = split >= 0 && pattern[split] === "/";
    const directories = isPrefixed ? await this.find(pattern.slice(0, split), false, isWalk, before) : [""];
    const start = pattern.slice(isPrefixed ? split + 1 : 0, opening);
    let found: string[] = [...before];
    for (const directory of directories) {
      const prefix = directory === "" || directory === "." ? "" : `${escapePattern(directory)}/`;
      const known = found.length;
      for (const alternative of alternativesOf(pattern.slice(opening + 1, closing))) {
        if (++this.#alternatives > MAX_ALTERNATIVES || !this.#effort.spend(1)) throw this.#tooMuch();
        const one = prefix + start + alternative + pattern.slice(closing + 1);
        if (isWalk) found = sorted([...found, ...(await this.find(one, isLast, true))]);
        else {
          const last = found.length;
          found = await this.find(one, isLast, false, found);
          if (last > known && found.length > last) found = [...found.slice(0, known), ...sorted(found.slice(known))];
        }
      }
    }
    return found;
  }

  async #findIn(directory: string, name: string, isLast: boolean): Promise<readonly string[]> {
    if ((await this.#type(directory)) !== "directory") return [];
    if (name === "") return [directory];
    if (name === "**") return this.#findAll(directory, isLast, 0);
    const found: string[] = [];
    const entries = await this.#list(directory, name);
    // A slash ends a step even within a class.
    if (entries.length > 0 && !isValidPattern(name)) throw malformed(this.#pattern, this.#place);
    for (const entry of entries)
      if ((isLast || entry.type === "directory") && matchesName(name, entry.name))
        found.push(posix.join(directory, entry.name));
    return found;
  }

  /** A directory, and all below it. */
  async #findAll(directory: string, isLast: boolean, depth: number): Promise<readonly string[]> {
    if (depth > MAX_DEPTH) throw this.#tooMuch();
    const found = [directory];
    for (const { name, type } of await this.#list(directory)) {
      const path = posix.join(directory, name);
      if (type === "directory") for (const below of await this.#findAll(path, isLast, depth + 1)) found.push(below);
      else if (isLast) found.push(path);
    }
    return found;
  }

  /** Undefined also for paths that the package does not follow: with `.` or `..` in them, or nothing between slashes. */
  async #type(path: string): Promise<string | undefined> {
    const plain = path.replace(/(.)\/$/, "$1");
    if (plain !== "." && plain.split("/").some((step) => step === "" || step === "." || step === ".."))
      return undefined;
    return (await this.#tree.lookup(posix.join(this.#base, plain)))?.type;
  }

  async #list(directory: string, pattern = ""): ReturnType<Tree["list"]> {
    const located = await this.#tree.lookup(posix.join(this.#base, directory).replace(/(.)\/$/, "$1"));
    const entries = located === undefined ? [] : await this.#tree.list(located.path);
    const named = entries.filter(({ lost }) => lost === undefined);
    const steps = named.reduce((sum, { name }) => sum + 1 + ((name.length * pattern.length) >> 10), 1);
    if (!this.#effort.spend(steps)) throw this.#tooMuch();
    return named;
  }

  #tooMuch(): Error {
    return failure("argocd-invalid", `the pattern ${this.#pattern.slice(1)} stands for too many files`, {
      ...this.#place,
      hint: "Name the files, or their directory.",
    });
  }
}

/** The position of the last of some characters that no backslash is in front of. */
function lastOf(pattern: string, characters: string): number {
  for (let at = pattern.length - 1; at >= 0; at--)
    if (characters.includes(pattern[at] as string) && pattern[at - 1] !== "\\") return at;
  return -1;
}

/** The position of the brace that opens a list of alternatives. @param closing the position of the brace that ends it */
function openingOf(pattern: string, closing: number): number {
  let depth = 1;
  for (let at = closing - 1; at >= 0; at--) {
    if (pattern[at - 1] === "\\") continue;
    if (pattern[at] === "}") depth++;
    else if (pattern[at] === "{" && --depth === 0) return at;
  }
  return -1;
}

function sorted(paths: readonly string[]): string[] {
  return [...new Set(paths)].sort(compareBytewise);
}
