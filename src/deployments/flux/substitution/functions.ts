/** The functions of expressions, on texts as bytes; docs/specification/flux-substitution.md 2. */
import { type Effort, matchesGoPattern, parseGoPattern, runeAt, runesOf, toBytes } from "../../../text/index.ts";

/** Limits the work and the size of what functions make. */
export interface Limits extends Effort {
  /** @throws if a text would be too large */
  grow(bytes: number): void;
}

/** Operators whose arguments stand for a value that is empty or not set. */
const DEFAULTS: ReadonlySet<string> = new Set(["-", "+", "=", "?", ":-", ":+", ":=", ":?"]);

/** Tells whether an operator takes a variable that is not set for an empty one, also where Flux is strict. */
export function toleratesUnset(operator: string): boolean {
  return DEFAULTS.has(operator);
}

/** Applies an operator. Unknown ones, such as `,^`, mean what `:-` means. */
export function apply(operator: string, value: string, args: readonly string[], limits: Limits): string {
  const [first = "", second = ""] = args;
  switch (operator) {
    case "^":
      return caseOfFirst(value, upper);
    case "^^":
      return caseOfAll(value, upper);
    case ",":
      return caseOfFirst(value, lower);
    case ",,":
      return caseOfAll(value, lower);
    case ":":
      return slice(value, args);
    case "#":
      return args.length === 0 ? String(value.length) : trim(value, first, "shortest", limits);
    case "##":
      return trim(value, first, "longest", limits);
    case "%":
      return reverse(trim(reverse(value), reverse(first), "shortest", limits));
    case "%%":
      return reverse(trim(reverse(value), reverse(first), "longest", limits));
    case "/":
      return replaceFirst(value, first, second, limits);
    case "//":
      return replaceAll(value, first, second, limits);
    case "/#":
      return args.length === 2 && value.startsWith(first) ? replaceFirst(value, first, second, limits) : value;
    case "/%":
      if (args.length !== 2 || !value.endsWith(first)) return value;
      limits.grow(value.length + second.length);
      return value.slice(0, value.length - first.length) + second;
    default:
      return value === "" ? args.join("") : value;
  }
}

function caseOfFirst(value: string, change: (rune: string) => string): string {
  if (value === "") return value;
  const { text, width } = runeAt(value, 0);
  return toBytes(change(text)) + value.slice(width);
}

function caseOfAll(value: string, change: (rune: string) => string): string {
  return toBytes(runesOf(value).map(change).join(""));
}

/** Go maps one character to one: some have a capital of their own that JavaScript writes as two. */
const GREEK = /^[\u1f80-\u1f87\u1f90-\u1f97\u1fa0-\u1fa7]$/;
const GREEK_LONG = /^[\u1fb3\u1fc3\u1ff3]$/;

function upper(rune: string): string {
  const code = rune.codePointAt(0) as number;
  if (GREEK.test(rune)) return String.fromCharCode(code + 8);
  if (GREEK_LONG.test(rune)) return String.fromCharCode(code + 9);
  return oneOf(rune.toUpperCase(), rune);
}

function lower(rune: string): string {
  return rune === "\u0130" ? "i" : oneOf(rune.toLowerCase(), rune);
}

function oneOf(changed: string, rune: string): string {
  return runesOf(toBytes(changed)).length === 1 ? changed : rune;
}

function slice(value: string, [position = "", length]: readonly string[]): string {
  let from = wholeNumber(position);
  if (from === undefined) return value;
  const size = BigInt(value.length);
  if (from < 0n) from = from + size < 0n ? 0n : from + size;
  if (length === undefined) return value.slice(Number(min(from, size)));
  const count = wholeNumber(length);
  if (count === undefined) return value;
  const end = count < 0n ? size + count : from + count;
  return value.slice(Number(min(from, size)), Number(min(end < from ? from : end, size)));
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** A decimal number of 64 bits; undefined for any other text. */
function wholeNumber(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]{1,1000}$/.test(text)) return undefined;
  const number = BigInt(text.replace("+", ""));
  return BigInt.asIntN(64, number) === number ? number : undefined;
}

/** Removes what matches at the beginning. No match is ever empty. */
function trim(value: string, pattern: string, match: "shortest" | "longest", limits: Limits): string {
  limits.spend(pattern.length);
  const parsed = parseGoPattern(pattern);
  if (parsed === undefined) return value;
  let found = 0;
  for (let length = value.length; length > 0; length--) {
    limits.spend(1);
    if (!matchesGoPattern(parsed, value.slice(0, length), limits)) continue;
    found = length;
    if (match === "longest") break;
  }
  return value.slice(found);
}

function reverse(value: string): string {
  return toBytes(runesOf(value).reverse().join(""));
}

function replaceFirst(value: string, old: string, by: string, limits: Limits): string {
  const at = value.indexOf(old);
  if (at < 0) return value;
  limits.grow(value.length + by.length);
  return value.slice(0, at) + by + value.slice(at + old.length);
}

/** Replaces a text everywhere. The empty text is in front of each character, and at the end. */
function replaceAll(value: string, old: string, by: string, limits: Limits): string {
  const parts = old === "" ? ["", ...runesOf(value).map(toBytes), ""] : value.split(old);
  limits.grow(value.length + by.length * parts.length);
  return parts.join(by);
}
