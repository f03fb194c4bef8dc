/**
 * Patterns for one name of a path, as `filepath.Match` of Go reads them. Names and patterns are texts of one character for each
 * byte, since `*` counts bytes; only `?` and classes count characters. docs/specification/flux-sources.md 3.1
 */

/** Counts the steps of matching, to limit them. */
export interface Work {
  /** @throws KrmError if it is too much */
  add(steps: number): void;
}

/** Texts of one character for each byte of UTF-8. */
export function bytesOf(text: string): string {
  return Buffer.from(text).toString("latin1");
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

export type NamePattern = readonly Chunk[] | string;

interface Read<T> {
  readonly value: T;
  readonly end: number;
}

/** Returns undefined if the pattern is malformed: it then matches no name. */
export function parseNamePattern(text: string): NamePattern | undefined {
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
  const { value, end } = characterAt(text, at);
  return value === INVALID || end >= text.length ? undefined : { value, end };
}

/** The value of a byte that begins no character. It may not stand in a class, and a name that has it has U+FFFD there. */
const INVALID = -1;
const REPLACEMENT = 0xfffd;

/** The character of UTF-8 that begins at a byte. */
function characterAt(text: string, at: number): Read<number> {
  const lead = text.charCodeAt(at);
  if (lead < 0x80) return { value: lead, end: at + 1 };
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const bytes = text.slice(at, at + length);
  const decoded = Buffer.from(bytes, "latin1").toString();
  const value = decoded.codePointAt(0) as number;
  const isWhole = decoded.length === (value > 0xffff ? 2 : 1) && bytesOf(decoded) === bytes;
  return isWhole ? { value, end: at + length } : { value: INVALID, end: at + 1 };
}

/** Takes time in proportion to the length of the name times that of the pattern, at most. */
export function matchesName(pattern: NamePattern, name: string, work: Work): boolean {
  if (typeof pattern === "string") return pattern === name;
  let at = 0;
  for (const [index, { isLoose, steps }] of pattern.entries()) {
    const isLast = index === pattern.length - 1;
    if (isLast && isLoose && steps.length === 0) return true;
    // The first place counts: what follows is not tried again for another one, which would find no more.
    let end = endOf(steps, name, at, work);
    while (isLoose && at < name.length && (end === undefined || (isLast && end < name.length)))
      end = endOf(steps, name, ++at, work);
    if (end === undefined || (isLast && end < name.length)) return false;
    at = end;
  }
  return at === name.length;
}

/** Returns where the steps end if they match at a place. */
function endOf(steps: readonly Step[], name: string, start: number, work: Work): number | undefined {
  let at = start;
  for (let index = 0; index < steps.length; index++) {
    const end = at < name.length ? afterStep(steps[index] as Step, name, at) : undefined;
    if (end === undefined) {
      work.add(index + 1);
      return undefined;
    }
    at = end;
  }
  work.add(steps.length);
  return at;
}

function afterStep(step: Step, name: string, at: number): number | undefined {
  if (typeof step === "string") return step === name[at] ? at + 1 : undefined;
  const { value, end } = characterAt(name, at);
  const character = value === INVALID ? REPLACEMENT : value;
  const isIn = step.ranges.some(([from, to]) => from <= character && character <= to);
  return isIn === step.isNegated ? undefined : end;
}
