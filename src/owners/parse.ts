/** Reads the lines of a CODEOWNERS file. */
import { parseOwnerPattern } from "./owner-pattern.ts";
import type { OwnerRule } from "./rules.ts";

export interface ParsedOwners {
  readonly rules: readonly OwnerRule[];
  /** The lines that GitHub skips because they are wrong: how many, and the first one, counted from 1. */
  readonly skipped: { readonly count: number; readonly first: number } | undefined;
}

/** Owners of one line. Further ones are not named. */
const MAX_OWNERS_OF_LINE = 100;
/** A pattern is no longer than a path can be. */
const MAX_PATTERN = 4096;

/** A person, a team, or an address of mail: nothing that another name could be mistaken for, or that hides. */
const OWNER = /^(?:@[\w-]{1,100}(?:\/[\w.-]{1,100})?|[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})$/;

/**
 * @param bytes one character for each byte
 * @param most the most rules
 * @returns undefined for a file with more rules
 */
export function parseOwners(bytes: string, most: number): ParsedOwners | undefined {
  const rules: OwnerRule[] = [];
  /** Most lines name the same owners: each list is there once. */
  const lists = new Map<string, readonly string[]>();
  let [line, count, first] = [0, 0, 0];
  for (const written of linesOf(bytes.replace(/^\xef\xbb\xbf/, ""))) {
    line++;
    const text = written.replace(/^[ \t]+/, "");
    if (text === "" || text.startsWith("#")) continue;
    if (rules.length + count >= most) return undefined;
    const rule = parseLine(text, lists);
    if (rule !== undefined) rules.push(rule);
    else if (count++ === 0) first = line;
  }
  return { rules, skipped: count === 0 ? undefined : { count, first } };
}

function* linesOf(text: string): Generator<string, void> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    yield text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
    start = end + 1;
  }
}

/** The pattern ends at the first white space that is not escaped. A comment begins with `#`. Returns undefined for a line that is wrong. */
function parseLine(text: string, lists: Map<string, readonly string[]>): OwnerRule | undefined {
  const end = endOfPattern(text);
  if (end > MAX_PATTERN) return undefined;
  const pattern = parseOwnerPattern(text.slice(0, end));
  if (pattern === undefined) return undefined;
  const comment = text.indexOf("#", end);
  const list = (comment < 0 ? text.slice(end) : text.slice(end, comment)).trim();
  let owners = lists.get(list);
  if (owners === undefined) {
    owners = list === "" ? [] : [...new Set(list.split(/[ \t]+/))];
    if (!owners.every((owner) => OWNER.test(owner))) return undefined;
    lists.set(list, (owners = owners.slice(0, MAX_OWNERS_OF_LINE)));
  }
  return { pattern, owners };
}

function endOfPattern(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === " " || character === "\t" || (character === "#" && at > 0)) return at;
  }
  return text.length;
}
