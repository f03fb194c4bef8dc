/** Patterns of `.sourceignore` files; docs/specification/flux-sources.md 2, 3. They resemble those of git, but are not the same. */
import { type Effort, type GoPattern, matchesGoPattern, parseGoPattern, toBytes } from "../../text/index.ts";

/** One pattern. Matches paths below the directory whose file has it. */
export interface IgnorePattern {
  /** True for patterns with `!`, which take in again. */
  readonly isInclusion: boolean;
  /** True if the last name of what matches must be that of a directory. */
  readonly isForDirectories: boolean;
  /** One pattern for any name of the path; or those of several names, from the first name on. */
  readonly names: GoPattern | readonly PathStep[];
  readonly isPath: boolean;
}

/** `**` stands for any number of names. An empty name only ends the effect of an earlier `**`. */
type PathStep = GoPattern | typeof ANY_NAMES | typeof NO_NAME;

const ANY_NAMES = Symbol("**");
const NO_NAME = Symbol("empty");

/** The patterns of a text, in order; and whether it has any, since malformed ones count. */
export interface IgnorePatterns {
  /** Without patterns that match nothing. */
  readonly patterns: readonly IgnorePattern[];
  /** True if the text has a pattern, even one that matches nothing. */
  readonly isAny: boolean;
}

/** A longer line ends the reading of the file, without an error. */
const MAX_LINE = 65_535;
/** A line of nothing else is no pattern: Go's white space, as bytes of UTF-8. */
const BLANK = /^(?:[\t-\r ]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80)*$/;

/** Reads the patterns of a `.sourceignore` file. @param bytes one character for each byte */
export function parseIgnorePatterns(bytes: string): IgnorePatterns {
  const patterns: IgnorePattern[] = [];
  let isAny = false;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf("\n", start);
    const end = newline < 0 ? bytes.length : newline;
    if (end - start > MAX_LINE) break;
    const line = bytes.slice(start, bytes[end - 1] === "\r" && end > start ? end - 1 : end);
    start = end + 1;
    if (line.startsWith("#") || BLANK.test(line)) continue;
    isAny = true;
    const pattern = parsePattern(line);
    if (pattern !== undefined) patterns.push(pattern);
  }
  return { patterns, isAny };
}

/** The patterns of a text such as `spec.ignore`. */
export function parseIgnoreText(text: string): IgnorePatterns {
  return parseIgnorePatterns(toBytes(text));
}

/** Returns undefined if the pattern matches nothing. */
function parsePattern(line: string): IgnorePattern | undefined {
  const isInclusion = line.startsWith("!");
  const written = isInclusion ? line.slice(1) : line;
  let end = written.length;
  if (!written.endsWith("\\ ")) while (written[end - 1] === " ") end--;
  const isForDirectories = written[end - 1] === "/";
  const pattern = written.slice(0, isForDirectories ? end - 1 : end);
  const isPath = pattern.includes("/");
  if (!isPath) {
    const names = parseGoPattern(pattern);
    return names === undefined ? undefined : { isInclusion, isForDirectories, names, isPath };
  }
  const names = pattern.split("/").map(pathStep);
  return isComplete(names) ? { isInclusion, isForDirectories, names, isPath } : undefined;
}

function pathStep(text: string): PathStep | undefined {
  if (text === "") return NO_NAME;
  if (text === "**") return ANY_NAMES;
  return text.includes("**") ? undefined : parseGoPattern(text);
}

function isComplete(steps: readonly (PathStep | undefined)[]): steps is readonly PathStep[] {
  return !steps.includes(undefined);
}

/**
 * Tells whether a pattern matches a path, or a directory above it.
 * @param names of the whole path, from the top
 * @param depth the number of names of the directory whose file has the pattern
 * @param known the number of names, from the top, of a directory that the pattern is known not to match
 */
export function matchesPath(
  pattern: IgnorePattern,
  names: readonly string[],
  { depth, known, isDirectory }: { readonly depth: number; readonly known: number; readonly isDirectory: boolean },
  effort: Effort,
): boolean {
  effort.spend(1);
  if (pattern.isPath) return outcome(pattern, names, depth, isDirectory, effort) === "match";
  for (let index = Math.max(depth, known); index < names.length; index++) {
    if (pattern.isForDirectories && !isDirectory && index === names.length - 1) return false;
    if (matchesGoPattern(pattern.names as GoPattern, names[index] as string, effort)) return true;
  }
  return false;
}

/** Tells whether a pattern that does not match a directory may match something below it. */
export function mayMatchBelow(
  pattern: IgnorePattern,
  names: readonly string[],
  depth: number,
  effort: Effort,
): boolean {
  return !pattern.isPath || outcome(pattern, names, depth, true, effort) !== "none";
}

/** `open` if a longer path may match. */
function outcome(
  { names: steps, isForDirectories }: IgnorePattern,
  names: readonly string[],
  depth: number,
  isDirectory: boolean,
  effort: Effort,
): "match" | "none" | "open" {
  let at = depth;
  let skips = false;
  let isMatched = false;
  for (const [index, step] of (steps as readonly PathStep[]).entries()) {
    if (step === NO_NAME) skips = false;
    else if (step === ANY_NAMES) {
      if (index === steps.length - 1) break;
      skips = true;
    } else {
      // The first name that matches counts, as in Go: no later one is tried.
      while (skips && at < names.length && !matchesGoPattern(step, names[at] as string, effort)) at++;
      if (at === names.length) return "open";
      if (!skips && !matchesGoPattern(step, names[at] as string, effort)) return "none";
      skips = false;
      isMatched = true;
      at++;
    }
  }
  if (!isMatched) return "none";
  return isForDirectories && !isDirectory && at === names.length ? "open" : "match";
}
