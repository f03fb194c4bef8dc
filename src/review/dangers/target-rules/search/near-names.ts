/** Finds the name that a misspelt one probably means. Narrow, since names of a family differ little on purpose: `db-1` is not `db-2`. */
import { getOrInsert } from "../../../../collections.ts";
import { nearest } from "../../../../text/index.ts";

/** Names with more parts are not compared. */
const MAX_PARTS = 12;
/** With more names that differ in one part, a part more says nothing. */
const MAX_FAMILY = 50;
/** Shorter words are compared letter by letter with words that mean something else. */
const MIN_WORD = 4;
/** The letters that differ at most. */
const MAX_EDITS = 2;

/** Names of one sort. Built in time linear in them; each look takes the time of one family of names. */
export class NearNames {
  /** By the name without separators, in lower case. */
  readonly #bare = new Map<string, string>();
  /** By the name without one of its parts. */
  readonly #families = new Map<string, { readonly part: string; readonly name: string }[]>();

  constructor(names: Iterable<string>) {
    for (const name of new Set(names)) {
      this.#bare.set(bareOf(name), name);
      for (const { rest, part } of familiesOf(name))
        getOrInsert(this.#families, rest, (): { part: string; name: string }[] => []).push({ part, name });
    }
  }

  /** The name that differs from this one in separators, or in a few letters of one word; undefined if none does. */
  find(name: string): string | undefined {
    const bare = this.#bare.get(bareOf(name));
    if (bare !== undefined && bare !== name) return bare;
    for (const { rest, part } of familiesOf(name)) {
      const family = this.#families.get(rest) ?? [];
      if (family.length > MAX_FAMILY) continue;
      const near = family.find((each) => each.name !== name && isNear(part, each.part));
      if (near !== undefined) return near.name;
    }
    return undefined;
  }
}

function bareOf(name: string): string {
  return name.toLowerCase().replace(/[-_.]/g, "");
}

/** The name without each of its parts in turn. */
function familiesOf(name: string): readonly { readonly rest: string; readonly part: string }[] {
  const parts = name.split(/[-_.]/);
  if (parts.length > MAX_PARTS) return [];
  return parts.map((part, index) => ({ rest: parts.with(index, "*").join("-"), part }));
}

/** Tells whether one word is probably a mistake for the other. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < MIN_WORD || one.replace(/\d+/g, "") === other.replace(/\d+/g, "")) return false;
  // `conf` and `config`: a word that is cut short.
  if (long.startsWith(short)) return long.length - short.length <= MAX_EDITS;
  return long.length > MIN_WORD && nearest(one, [other], MAX_EDITS) !== undefined;
}
