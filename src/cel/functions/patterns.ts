/** Regular expressions of RE2, in time linear in the text. */
import { RE2JS } from "re2js";
import { CelFailure } from "../failure.ts";
import { meter } from "../meter.ts";
import type { Definition } from "./definition.ts";

/** Longer patterns, and patterns that become longer programs, are refused. */
const MAX_PATTERN = 1000;
const MAX_PROGRAM = 10_000;
const MAX_KNOWN = 500;
const known = new Map<string, RE2JS>();

/** Tells whether a text is a pattern that is not too large. */
export function isPattern(text: string): boolean {
  try {
    compilePattern(text);
    return true;
  } catch (thrown) {
    if (thrown instanceof CelFailure) return false;
    throw thrown;
  }
}

/** @throws CelFailure */
function compilePattern(pattern: string): RE2JS {
  const earlier = known.get(pattern);
  if (earlier !== undefined) return earlier;
  if (pattern.length > MAX_PATTERN) throw new CelFailure(`a pattern has more than ${MAX_PATTERN} characters`);
  if (sizeOf(pattern) > MAX_PROGRAM) throw new CelFailure("a pattern is too large");
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch {
    throw new CelFailure("a pattern is no regular expression");
  }
  if (compiled.programSize() > MAX_PROGRAM) throw new CelFailure("a pattern is too large");
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(pattern, compiled);
  return compiled;
}

/** The size that repetitions give a pattern, at most: checked before it is compiled. */
function sizeOf(pattern: string): number {
  const sizes: number[] = [0];
  let last = 0;
  for (const [part, least, most] of pattern.matchAll(/\\.|\{(\d+)(?:,(\d*))?\}|[^]/gsu)) {
    if (part === "(") {
      sizes.push(0);
      last = 0;
    } else if (part === ")" && sizes.length > 1) {
      last = sizes.pop() ?? 0;
      sizes.push((sizes.pop() ?? 0) + last);
    } else if (least !== undefined) {
      const repeated = last * Math.max(Number(least), Number(most || 0), 1);
      sizes.push((sizes.pop() ?? 0) + repeated - last);
      last = repeated;
    } else {
      last = 1;
      sizes.push((sizes.pop() ?? 0) + 1);
    }
  }
  return sizes.reduce((sum, each) => sum + each, 0);
}

function prepare(text: string, pattern: string): RE2JS {
  meter().spend(pattern.length);
  const compiled = compilePattern(pattern);
  meter().spend(Math.ceil(((text.length + 16) * (1 + compiled.programSize() / 32)) / 16));
  return compiled;
}

function found(text: string, pattern: string, most: number): string[] {
  if (most <= 0) return [];
  const matcher = prepare(text, pattern).matcher(text);
  const list: string[] = [];
  let end = -1;
  while (list.length < most && matcher.find()) {
    meter().spend(1);
    // An empty match right behind another one does not count.
    if (matcher.start() !== matcher.end() || matcher.start() !== end) list.push(matcher.group() ?? "");
    end = matcher.end();
  }
  return list;
}

const ALL = Number.MAX_SAFE_INTEGER;

/** They replace that of the library, whose patterns are those of JavaScript. */
export const MATCHES: readonly Definition[] = [
  ["string.matches(string): bool", matches],
  ["matches(string, string): bool", matches],
];

export const PATTERNS: readonly Definition[] = [
  ["string.find(string): string", (text: string, pattern: string) => found(text, pattern, 1)[0] ?? ""],
  ["string.findAll(string): list<string>", (text: string, pattern: string) => found(text, pattern, ALL)],
  [
    "string.findAll(string, int): list<string>",
    (text: string, pattern: string, most: bigint) => found(text, pattern, most < 0n ? ALL : Number(most)),
  ],
];

function matches(text: string, pattern: string): boolean {
  return prepare(text, pattern).matcher(text).find();
}
