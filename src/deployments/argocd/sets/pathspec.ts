/** Patterns of files as `git ls-files` reads them; docs/specification/argocd-application-sets.md 3.4. */
import { posix } from "node:path";
import { toBytes } from "../../../text/index.ts";
import type { SetEffort } from "./set-effort.ts";

/** A pattern of paths. */
export interface Pathspec {
  /** The directory that all matching files are in, relative to the top; `.` for the top. */
  readonly directory: string;
  matches(path: string, effort: SetEffort): boolean;
}

/** Reads a pattern; undefined for one that leads out of the repository, and for one that begins with a colon. */
export function readPathspec(pattern: string): Pathspec | undefined {
  if (pattern.startsWith(":") || pattern.startsWith("/")) return undefined;
  // A path that ends in dots names a directory.
  const normalised = posix.join(".", /(^|\/)\.\.?$/.test(pattern) ? `${pattern}/` : pattern);
  if (normalised.startsWith("../") || normalised === "..") return undefined;
  const text = normalised === "." || normalised === "./" ? "" : normalised;
  const wild = text.search(/[*?[\\]/);
  const bytes = toBytes(text);
  const steps = wild < 0 ? undefined : stepsOf(bytes);
  const fixed = wild < 0 ? text : text.slice(0, wild);
  return {
    directory: posix.dirname(`${fixed}x`),
    matches: (path, effort) => {
      const name = toBytes(path);
      return isWithin(name, bytes) || (steps !== undefined && matchesSteps(steps, name, effort));
    },
  };
}

/** A path that is the text itself, or in the directory that the text names. */
function isWithin(name: string, text: string): boolean {
  if (text === "") return true;
  return name.startsWith(text) && (name.length === text.length || text.endsWith("/") || name[text.length] === "/");
}

/** Any bytes, or one byte that is tested. */
type Step = "any" | ((byte: string) => boolean);

function stepsOf(pattern: string): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const byte = pattern[at] as string;
    if (byte === "*") {
      if (steps.at(-1) !== "any") steps.push("any");
    } else if (byte === "?") steps.push(() => true);
    else if (byte === "\\") {
      const literal = pattern[++at];
      steps.push((other) => other === literal);
    } else if (byte === "[") {
      const read = readClass(pattern, at + 1);
      if (read === undefined) return [() => false];
      steps.push((other) => read.test(other));
      at = read.end;
    } else steps.push((other) => other === byte);
  }
  return steps;
}

/** Tests for the names of classes, such as `[:alpha:]`. */
const NAMED: ReadonlyMap<string, RegExp> = new Map([
  ["alnum", /[A-Za-z0-9]/],
  ["alpha", /[A-Za-z]/],
  ["blank", /[ \t]/],
  ["cntrl", /[\0-\x1f\x7f]/],
  ["digit", /[0-9]/],
  ["graph", /[\x21-\x7e]/],
  ["lower", /[a-z]/],
  ["print", /[\x20-\x7e]/],
  ["punct", /[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/],
  ["space", /[\t-\r ]/],
  ["upper", /[A-Z]/],
  ["xdigit", /[A-Fa-f0-9]/],
]);

/** Reads a class up to its `]`. Undefined if it does not end, or names an unknown class. @param start behind its `[` */
function readClass(pattern: string, start: number): { test(byte: string): boolean; end: number } | undefined {
  const isNegated = pattern[start] === "!" || pattern[start] === "^";
  const tests: ((byte: string) => boolean)[] = [];
  let at = isNegated ? start + 1 : start;
  /** The byte in front, from which a range may begin. */
  let before: string | undefined;
  for (let isFirst = true; isFirst || pattern[at] !== "]"; isFirst = false, at++) {
    const byte = pattern[at];
    if (byte === undefined) return undefined;
    if (byte === "-" && before !== undefined && pattern[at + 1] !== undefined && pattern[at + 1] !== "]") {
      if (pattern[++at] === "\\") at++;
      const [from, to] = [before, pattern[at]];
      if (to === undefined) return undefined;
      tests.push((other) => from <= other && other <= to);
      before = undefined;
    } else if (byte === "[" && pattern[at + 1] === ":") {
      const end = pattern.indexOf("]", at + 2);
      if (end < 0) return undefined;
      if (pattern[end - 1] === ":" && end - 1 >= at + 2) {
        const named = NAMED.get(pattern.slice(at + 2, end - 1));
        if (named === undefined) return undefined;
        tests.push((other) => named.test(other));
        at = end;
        before = undefined;
      } else {
        tests.push((other) => other === "[");
        before = "[";
      }
    } else {
      const literal = byte === "\\" ? pattern[++at] : byte;
      if (literal === undefined) return undefined;
      tests.push((other) => other === literal);
      before = literal;
    }
  }
  return { test: (byte) => tests.some((test) => test(byte)) !== isNegated, end: at };
}

/** Only the last star before a mismatch has to give way. */
function matchesSteps(steps: readonly Step[], name: string, effort: SetEffort): boolean {
  let [step, at] = [0, 0];
  let [star, resumed] = [-1, 0];
  while (at < name.length) {
    effort.spend(1);
    const now = steps[step];
    if (now === "any") [star, resumed, step] = [step, at, step + 1];
    else if (now?.(name[at] as string) === true) {
      step++;
      at++;
    } else if (star >= 0) {
      step = star + 1;
      at = ++resumed;
    } else return false;
  }
  while (steps[step] === "any") step++;
  return step === steps.length;
}
