/**
 * Patterns as `path.Match` of Go reads them. Names and patterns are byte texts, since `*` counts bytes; only `?` and classes count
 * characters.
 */
import { runeAt } from "./byte-text.ts";

/** Counts the steps of matching, to limit them. */
export interface Effort {
  /** @throws if there were too many */
  spend(steps: number): void;
}

interface Class {
  readonly isNegated: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** A byte, or a class of characters. */
type Step = string | Class;

const ANY: Class = { isNegated: true, ranges: [] };

/** Steps that follow each other, after anything if `isLoose`. */
interface Chunk {
  readonly isLoose: boolean;
  readonly steps: readonly Step[];
}

/** A pattern. One without stars and classes is the text itself. */
export type GoPattern = readonly Chunk[] | string;

interface Read<T> {
  readonly value: T;
  readonly end: number;
}

/** Returns undefined for a malformed pattern, which matches nothing. */
export function parseGoPattern(text: string): GoPattern | undefined {
  if (!/[*?[\\]/.test(text)) return text;
  const chunks: Chunk[] = [];
  for (let at = 0; at < text.length; ) {
    const isLoose = text[at] === "*";
    while (text[at] === "*") at++;
    const steps: Step[] = [];
    while (at < text.length && text[at] !== "*") {
      const step = readStep(text, at);
      if (step === undefined) return undefined;
      steps.push(step.value);
      at = step.end;
    }
    chunks.push({ isLoose, steps });
  }
  return chunks;
}

function readStep(text: string, at: number): Read<Step> | undefined {
  switch (text[at]) {
    case "[":
      return readClass(text, at + 1);
    case "?":
      return { value: ANY, end: at + 1 };
    case "\\":
      return at + 1 < text.length ? { value: text[at + 1] as string, end: at + 2 } : undefined;
    default:
      return { value: text[at] as string, end: at + 1 };
  }
}

function readClass(text: string, start: number): Read<Class> | undefined {
  const isNegated = text[start] === "^";
  const ranges: [number, number][] = [];
  let at = isNegated ? start + 1 : start;
  while (ranges.length === 0 || text[at] !== "]") {
    const from = readBound(text, at);
    if (from === undefined) return undefined;
    const to = text[from.end] === "-" ? readBound(text, from.end + 1) : from;
    if (to === undefined) return undefined;
    ranges.push([from.value, to.value]);
    at = to.end;
  }
  return { value: { isNegated, ranges }, end: at + 1 };
}

/** Reads a character of a class; something must follow it. */
function readBound(text: string, start: number): Read<number> | undefined {
  if (text[start] === "-" || text[start] === "]") return undefined;
  const at = text[start] === "\\" ? start + 1 : start;
  if (at >= text.length) return undefined;
  const { text: character, width } = runeAt(text, at);
  const end = at + width;
  // A byte that begins no character may not stand in a class.
  if ((character === "\ufffd" && width === 1) || end >= text.length) return undefined;
  return { value: character.codePointAt(0) as number, end };
}

/**
 * Tells whether a pattern matches all of a name, in time in proportion to the length of the name times that of the pattern, at most.
 * @param isPath whether `*` and `?` stop at slashes. Classes do not.
 */
export function matchesGoPattern(pattern: GoPattern, name: string, effort: Effort, isPath = false): boolean {
  if (typeof pattern === "string") return pattern === name;
  let at = 0;
  for (const [index, { isLoose, steps }] of pattern.entries()) {
    const isLast = index === pattern.length - 1;
    if (isLast && isLoose && steps.length === 0) return !isPath || !name.includes("/", at);
    // The first place counts: what follows is not tried again for another one, which would find no more.
    let end = endOf(steps, name, at, effort, isPath);
    while (isLoose && at < name.length && (end === undefined || (isLast && end < name.length))) {
      if (isPath && name[at] === "/") break;
      end = endOf(steps, name, ++at, effort, isPath);
    }
    if (end === undefined || (isLast && end < name.length)) return false;
    at = end;
  }
  return at === name.length;
}

/** Returns where the steps end if they match at a place. */
function endOf(
  steps: readonly Step[],
  name: string,
  start: number,
  effort: Effort,
  isPath: boolean,
): number | undefined {
  let at = start;
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as Step;
    const stops = at >= name.length || (isPath && step === ANY && name[at] === "/");
    const end = stops ? undefined : afterStep(step, name, at);
    if (end === undefined) {
      effort.spend(index + 1);
      return undefined;
    }
    at = end;
  }
  effort.spend(steps.length);
  return at;
}

function afterStep(step: Step, name: string, at: number): number | undefined {
  if (typeof step === "string") return step === name[at] ? at + 1 : undefined;
  const { text, width } = runeAt(name, at);
  const character = text.codePointAt(0) as number;
  const isIn = step.ranges.some(([from, to]) => from <= character && character <= to);
  return isIn === step.isNegated ? undefined : at + width;
}
