/** Patterns for paths as the package doublestar of Go reads them; docs/specification/argocd-helm-sources.md 5. */

/** Tells whether Argo CD takes a path for a pattern. Braces alone make none. */
export function isPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

/** Tells whether each class, each escape and each list of alternatives of a pattern ends. */
export function isValidPattern(pattern: string): boolean {
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") {
      if (++at >= pattern.length) return false;
    } else if (character === "{") depth++;
    else if (character === "}") {
      if (depth-- === 0) return false;
    } else if (character === "[") {
      at = endOfClass(pattern, at);
      if (at < 0) return false;
    }
  }
  return depth === 0;
}

/** The position of the bracket that ends a class; negative if nothing does. @param start of the class, at its bracket */
function endOfClass(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === "^" || pattern[at] === "!") at++;
  if (pattern[at] === undefined || pattern[at] === "]") return -1;
  for (; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "]") return at;
  }
  return -1;
}

/** The position of the first character with a meaning that is not escaped; negative if there is none. */
export function firstMeta(pattern: string): number {
  return positions(pattern).find((at) => "*?[{".includes(pattern[at] as string)) ?? -1;
}

/** The positions of the characters of a pattern that are not escaped. */
function positions(pattern: string): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else found.push(at);
  }
  return found;
}

/** The text of a pattern without its escapes. */
export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\([*?[\]{}])/g, "$1");
}

/** A pattern for the text itself. */
export function escapePattern(text: string): string {
  return text.replace(/[*?[\]{}]/g, "\\$&");
}

/** The alternatives between the braces of a list, without those of lists in it. */
export function alternativesOf(inner: string): readonly string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  for (const at of positions(inner)) {
    if (inner[at] === "{") depth++;
    else if (inner[at] === "}") depth--;
    else if (inner[at] === "," && depth === 0) {
      found.push(inner.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, inner.slice(from)];
}

/** Matches one name, which no slash is in. The pattern is valid and has no alternatives. */
export function matchesName(pattern: string, name: string): boolean {
  const steps = Array.from(pattern);
  const characters = Array.from(name);
  let [step, at] = [0, 0];
  /** The step behind the last star, and the first character that the star does not take. */
  let star: { step: number; at: number } | undefined;
  while (at < characters.length) {
    if (steps[step] === "*") {
      star = { step: ++step, at };
      continue;
    }
    const next = stepOver(steps, step, characters[at] as string);
    if (next !== undefined) {
      step = next;
      at++;
    } else if (star === undefined) return false;
    else {
      step = star.step;
      at = ++star.at;
    }
  }
  // At the end, doublestar takes one or two stars for nothing, but not three.
  return ["", "*", "**"].includes(steps.slice(step).join(""));
}

/** The step behind one that matches a character; undefined if it does not match. */
function stepOver(steps: readonly string[], step: number, character: string): number | undefined {
  switch (steps[step]) {
    case undefined:
      return undefined;
    case "?":
      return step + 1;
    case "[":
      return stepOverClass(steps, step + 1, character);
    case "\\":
      return steps[step + 1] === character ? step + 2 : undefined;
    default:
      return steps[step] === character ? step + 1 : undefined;
  }
}

function stepOverClass(steps: readonly string[], start: number, character: string): number | undefined {
  const isNegated = steps[start] === "^" || steps[start] === "!";
  let at = isNegated ? start + 1 : start;
  let isFound = false;
  let last: string | undefined;
  const code = character.codePointAt(0) as number;
  for (; at < steps.length && steps[at] !== "]"; at++) {
    if (last !== undefined && steps[at] === "-" && at + 1 < steps.length && steps[at + 1] !== "]") {
      if (steps[++at] === "\\") at++;
      isFound ||= (last.codePointAt(0) as number) <= code && code <= (steps[at]?.codePointAt(0) ?? -1);
      last = undefined;
      continue;
    }
    if (steps[at] === "\\") at++;
    isFound ||= steps[at] === character;
    last = steps[at];
  }
  return isFound === isNegated ? undefined : at + 1;
}
