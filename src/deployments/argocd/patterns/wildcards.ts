/** Patterns as the package gobwas/glob of Go reads them. */

/** The most texts that alternatives in braces stand for; others match nothing. */
const MAX_ALTERNATIVES = 100;

const PLAIN = /^(?!.*\*\*\*)(?:[^[\]{}\\]|\[!?\w+\]|\[!?\w-\w\]|\{[^[\]{}\\,]+(?:,[^[\]{}\\,]+)*\})*$/;

/** Tells whether the library reads a pattern as one expects: it has its own ways with others, and sometimes panics. */
export function isPlainPattern(pattern: string): boolean {
  return PLAIN.test(pattern);
}

/** A part of a pattern: any characters, any but separators, or one that is tested. */
type Part = "any" | "within" | ((character: string) => boolean);

/**
 * Makes a function that tells whether a pattern matches a text. It takes time linear in the text for each part of the pattern.
 * @param separator a character that `?` and `*` do not stand for, while `**` does; without one, they stand for all
 */
export function wildcards(pattern: string, separator?: string): (text: string) => boolean {
  const all = alternatives(pattern).map((each) => partsOf(each, separator));
  return (text) =>
    all.some((parts) => (parts.includes("within") ? matchesWithin(parts, text, separator) : matches(parts, text)));
}

/** Writes out `{a,b}`. */
function alternatives(pattern: string): readonly string[] {
  const open = unescaped(pattern, "{", 0);
  if (open < 0) return [pattern];
  const choices: string[] = [];
  let [depth, from, at] = [1, open + 1, open + 1];
  for (; at < pattern.length && depth > 0; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "}") depth--;
    if ((character === "," && depth === 1) || (character === "}" && depth === 0)) {
      choices.push(pattern.slice(from, at));
      from = at + 1;
    }
  }
  if (depth > 0) return [];
  const [before, after] = [pattern.slice(0, open), pattern.slice(at)];
  const found: string[] = [];
  for (const choice of choices) {
    found.push(...alternatives(before + choice + after));
    if (found.length > MAX_ALTERNATIVES) return [];
  }
  return found;
}

function unescaped(text: string, wanted: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === wanted) return at;
  }
  return -1;
}

function partsOf(pattern: string, separator: string | undefined): readonly Part[] {
  const parts: Part[] = [];
  const characters = Array.from(pattern);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    if (character === "*") {
      const isDouble = characters[at + 1] === "*";
      if (isDouble) at++;
      const part = isDouble || separator === undefined ? "any" : "within";
      if (parts.at(-1) !== part) parts.push(part);
    } else if (character === "?") parts.push((other) => other !== separator);
    else if (character === "[") {
      const end = characters.indexOf("]", at + 2);
      if (end < 0) return [() => false];
      parts.push(classOf(characters.slice(at + 1, end)));
      at = end;
    } else {
      const literal = character === "\\" ? (characters[++at] ?? "") : character;
      parts.push((other) => other === literal);
    }
  }
  return parts;
}

/** `[abc]`, `[!abc]`, `[a-c]`, `[!a-c]` */
function classOf(inner: readonly string[]): (character: string) => boolean {
  const isNegated = inner[0] === "!";
  const [first = "", dash, last = ""] = isNegated ? inner.slice(1) : inner;
  const listed = isNegated ? inner.slice(1) : inner;
  const isRange = dash === "-" && listed.length === 3;
  return (character) => (isRange ? character >= first && character <= last : listed.includes(character)) !== isNegated;
}

/** Matches greedily: only the last star before a mismatch has to give way. */
function matches(parts: readonly Part[], whole: string): boolean {
  const text = Array.from(whole);
  let [part, at] = [0, 0];
  let [star, resumed] = [-1, 0];
  while (at < text.length) {
    const now = parts[part];
    if (typeof now === "string") [star, resumed, part] = [part, at, part + 1];
    else if (now?.(text[at] as string) === true) {
      part++;
      at++;
    } else if (star >= 0) {
      part = star + 1;
      at = ++resumed;
    } else return false;
  }
  while (parts[part] === "any") part++;
  return part === parts.length;
}

/** Follows all ways to match at once: behind a star that stops at separators, the last star alone does not decide. */
function matchesWithin(parts: readonly Part[], text: string, separator: string | undefined): boolean {
  let places = new Set<number>();
  const reach = (place: number): void => {
    for (let at = place; !places.has(at); at++) {
      places.add(at);
      if (typeof parts[at] !== "string") return;
    }
  };
  reach(0);
  for (const character of text) {
    const before = places;
    places = new Set();
    for (const place of before) {
      const part = parts[place];
      if (part === "any" || (part === "within" && character !== separator)) reach(place);
      else if (typeof part === "function" && part(character)) reach(place + 1);
    }
  }
  return places.has(parts.length);
}
