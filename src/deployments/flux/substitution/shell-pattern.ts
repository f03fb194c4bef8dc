/** Patterns of `${v#pattern}` and its relatives (docs/specification/flux-substitution.md 2.7). */
import { runeAt } from "./byte-text.ts";

/** Counts the comparisons of a pattern, which grow with the square of a value. */
export interface Effort {
  /** @throws if there were too many */
  spend(steps: number): void;
}

/** Tells whether the pattern matches all of the name; undefined for a malformed pattern, where the matcher noticed. */
export function matchesPattern(pattern: string, name: string, effort: Effort): boolean | undefined {
  let [rest, left] = [pattern, name];
  chunks: while (rest !== "") {
    const { star, chunk, after } = nextChunk(rest);
    rest = after;
    if (star && chunk === "") return true;
    effort.spend(chunk.length + 1);
    const found = matchChunk(chunk, left);
    if (typeof found === "string" && (found === "" || rest !== "")) {
      left = found;
      continue;
    }
    if (found === undefined) return undefined;
    if (star) {
      for (let skip = 1; skip <= left.length; skip++) {
        effort.spend(chunk.length + 1);
        const later = matchChunk(chunk, left.slice(skip));
        if (later === undefined) return undefined;
        if (later === false || (rest === "" && later !== "")) continue;
        left = later;
        continue chunks;
      }
    }
    return false;
  }
  return left === "";
}

/** The text of a pattern up to its next star, and whether a star is in front of it. */
function nextChunk(pattern: string): { star: boolean; chunk: string; after: string } {
  let start = 0;
  while (pattern[start] === "*") start++;
  let inRange = false;
  let at = start;
  for (; at < pattern.length; at++) {
    const sign = pattern[at];
    if (sign === "\\") {
      if (at + 1 < pattern.length) at++;
    } else if (sign === "[") inRange = true;
    else if (sign === "]") inRange = false;
    else if (sign === "*" && !inRange) break;
  }
  return { star: start > 0, chunk: pattern.slice(start, at), after: pattern.slice(at) };
}

/** The rest of the name behind the chunk; false if it does not begin with it, undefined for a malformed chunk. */
function matchChunk(chunk: string, name: string): string | false | undefined {
  let at = 0;
  let to = 0;
  while (at < chunk.length) {
    if (to >= name.length) return false;
    const sign = chunk[at];
    if (sign === "?") {
      to += runeAt(name, to).width;
      at++;
    } else if (sign === "[") {
      const { text, width } = runeAt(name, to);
      to += width;
      const found = inClass(chunk, at + 1, text.codePointAt(0) as number);
      if (found === undefined) return undefined;
      if (!found.isMatch) return false;
      at = found.end;
    } else {
      if (sign === "\\" && ++at >= chunk.length) return undefined;
      if (chunk[at] !== name[to]) return false;
      at++;
      to++;
    }
  }
  return name.slice(to);
}

/** Reads a class such as `[^a-z]` from behind its bracket. Undefined for a malformed one. */
function inClass(chunk: string, from: number, code: number): { isMatch: boolean; end: number } | undefined {
  let at = from;
  const isNegated = chunk[at] === "^";
  if (isNegated) at++;
  let isIn = false;
  for (let ranges = 0; ; ranges++) {
    if (chunk[at] === "]" && ranges > 0) return { isMatch: isIn !== isNegated, end: at + 1 };
    const low = classCharacter(chunk, at);
    if (low === undefined) return undefined;
    at = low.end;
    let high = low;
    if (chunk[at] === "-") {
      const last = classCharacter(chunk, at + 1);
      if (last === undefined) return undefined;
      high = last;
      at = last.end;
    }
    if (low.code <= code && code <= high.code) isIn = true;
  }
}

function classCharacter(chunk: string, from: number): { code: number; end: number } | undefined {
  let at = from;
  if (at >= chunk.length || chunk[at] === "-" || chunk[at] === "]") return undefined;
  if (chunk[at] === "\\" && ++at >= chunk.length) return undefined;
  const { text, width } = runeAt(chunk, at);
  if ((text === "\ufffd" && width === 1) || at + width >= chunk.length) return undefined;
  return { code: text.codePointAt(0) as number, end: at + width };
}
