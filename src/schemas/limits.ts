/** The keywords that limit the values of custom resources. docs/specification/schemas.md 3.4 */
import { KrmError } from "../diagnostics.ts";
import { listAt, textAt } from "../manifests/index.ts";
import { compileRegex, type Matcher } from "../resource/index.ts";
import { parseDuration } from "../text/index.ts";
import { isMap, type MapValue, type Value } from "../yaml/index.ts";
import { isIPv4, isIPv6, isNetwork } from "./addresses.ts";
import { isBase64, isDateTime, isUnfinished, scalarFault } from "./scalars.ts";
import type { Form } from "./schema.ts";

/** A check, as far as the keywords need it. It counts steps, whose number the definition decides. */
export interface Effort {
  /** The minor version of Kubernetes. */
  readonly minor: number;
  /** False once too many were taken: then everything fits. */
  spend(): boolean;
}

/** The minor version from which the formats of integers count. */
const INTEGER_FORMATS = 36;
/** Schemas within schemas that are looked at. */
const MAX_DEPTH = 100;

/** Lists the keywords of its schema that a value breaks, in words. */
export function limitFaults(value: Value, schema: MapValue, effort: Effort): readonly string[] {
  if (isUnfinished(value)) return [];
  return [...ownFaults(value, schema, effort), ...jointFaults(value, schema, effort, 0)];
}

/** The keywords that concern the value alone. */
function* ownFaults(value: Value, schema: MapValue, effort: Effort): Iterable<string> {
  if (typeof value === "number" || typeof value === "bigint") yield* numberFaults(value, schema, effort);
  else if (typeof value === "string") yield* textFaults(value, schema);
  else if (Array.isArray(value)) {
    yield* sizeFaults(value.length, schema, "Items", "elements");
    if (schema["uniqueItems"] === true && new Set(value.map(keyOf)).size < value.length) yield "two elements are equal";
  } else if (isMap(value)) yield* sizeFaults(Object.keys(value).length, schema, "Properties", "fields");
}

function* numberFaults(value: number | bigint, schema: MapValue, { minor }: Effort): Iterable<string> {
  const { maximum, minimum, multipleOf } = schema;
  const [over, under] = [schema["exclusiveMaximum"] === true, schema["exclusiveMinimum"] === true];
  if (isNumber(maximum) && (over ? value >= maximum : value > maximum))
    yield `a number ${over ? "below" : "up to"} ${maximum} is expected`;
  if (isNumber(minimum) && (under ? value <= minimum : value < minimum))
    yield `a number ${under ? "above" : "from"} ${minimum}${under ? "" : " on"} is expected`;
  if (isNumber(multipleOf) && Number(multipleOf) > 0) {
    const ratio = Number(value) / Number(multipleOf);
    if (Math.abs(ratio - Math.round(ratio)) > 1e-9) yield `a multiple of ${multipleOf} is expected`;
  }
  const isShort = minor >= INTEGER_FORMATS && schema["type"] === "integer" && schema["format"] === "int32";
  if (isShort && (value < -(2 ** 31) || value >= 2 ** 31)) yield "the number does not fit into 32 bits";
}

function* textFaults(value: string, schema: MapValue): Iterable<string> {
  yield* sizeFaults(value, schema, "Length", "characters");
  const pattern = textAt(schema, "pattern");
  if (pattern !== undefined && matcherOf(pattern)?.(value) === false)
    yield "the text does not match the pattern of its field";
  const format = textAt(schema, "format");
  const [isOf, words] = (format === undefined ? undefined : FORMATS.get(format.replaceAll("-", ""))) ?? [];
  if (isOf?.(value) === false) yield `${words} expected`;
}

/** Formats without their dashes, which do not count. Others are not checked. */
const FORMATS: ReadonlyMap<string, readonly [test: (text: string) => boolean, words: string]> = new Map([
  ["byte", [(text: string) => text !== "" && isBase64(text), "base64"]],
  ["date", [(text: string) => isDateTime(`${text}T00:00:00Z`), "date such as 2006-01-02"]],
  ["datetime", [(text: string) => isDateTime(text.toUpperCase()), "date and time such as 2006-01-02T15:04:05Z"]],
  ["duration", [isLooseDuration, "duration such as 1h30m"]],
  ["ipv4", [isIPv4, "IPv4 address"]],
  ["ipv6", [isIPv6, "IPv6 address"]],
  ["cidr", [isNetwork, "network such as 10.0.0.0/8"]],
  ["uuid", [(text: string) => /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text), "UUID"]],
] as const);

/** Days and weeks count, too, and words such as `minutes`. */
function isLooseDuration(text: string): boolean {
  return parseDuration(text) !== undefined || /^(?:-?\d+\s*[a-zµ]+\s*)+$/i.test(text.slice(0, 1000));
}

function* sizeFaults(of: number | string, schema: MapValue, word: string, what: string): Iterable<string> {
  const [most, least] = [schema[`max${word}`], schema[`min${word}`]];
  if (!isNumber(most) && !isNumber(least)) return;
  const size = typeof of === "number" ? of : Array.from(of).length;
  if (isNumber(most) && size > most) yield `at most ${most} ${what} are allowed`;
  if (isNumber(least) && size < least) yield `at least ${least} ${what} are expected`;
}

function* jointFaults(value: Value, schema: MapValue, effort: Effort, depth: number): Iterable<string> {
  const [all, any, one] = [listAt(schema, "allOf"), listAt(schema, "anyOf"), listAt(schema, "oneOf")];
  const takes = (each: Value): boolean => fits(value, each, effort, depth + 1);
  if (!all.every(takes)) yield "the value breaks one of the rules that its schema lists in `allOf`";
  if (any.length > 0 && !any.some(takes)) yield alternatives(value, any);
  if (one.length > 0) {
    const fitting = one.filter(takes).length;
    if (fitting === 0) yield alternatives(value, one);
    else if (fitting > 1 && effort.spend())
      yield "the value fits several of the alternatives of its schema, of which exactly one must fit";
  }
  const not = schema["not"];
  if (not !== undefined && takes(not) && effort.spend()) yield "the value is one that the schema forbids with `not`";
}

/** Alternatives that only ask for fields are told by these. */
function alternatives(value: Value, list: readonly Value[]): string {
  const asked = list.map((each) => listAt(each, "required").filter((name) => typeof name === "string"));
  const isPlain = isMap(value) && asked.length <= 8 && asked.every((names) => names.length === 1);
  if (!isPlain) return "the value fits none of the alternatives of its schema";
  return `one of these fields is expected: ${asked.map(([name]) => name).join(", ")}`;
}

const FORMS: Readonly<Record<string, Form>> = {
  string: "string",
  boolean: "boolean",
  integer: "integer",
  number: "number",
  object: "map",
  array: "list",
};

/** Tells whether a value fits a schema within a schema. */
function fits(value: Value, schema: Value, effort: Effort, depth: number): boolean {
  if (!effort.spend() || depth > MAX_DEPTH || !isMap(schema) || isUnfinished(value)) return true;
  if (value === null) return schema["nullable"] === true || schema["type"] === undefined;
  const form = FORMS[textAt(schema, "type") ?? ""];
  if (form !== undefined && scalarFault(value, form) !== undefined) return false;
  const choices = listAt(schema, "enum").map(keyOf);
  if (choices.length > 0 && !choices.includes(keyOf(value))) return false;
  for (const _ of ownFaults(value, schema, effort)) return false;
  for (const _ of jointFaults(value, schema, effort, depth)) return false;
  if (isMap(value)) return fieldsFit(value, schema, effort, depth);
  const items = schema["items"];
  return !Array.isArray(value) || items === undefined || value.every((each) => fits(each, items, effort, depth + 1));
}

function fieldsFit(value: MapValue, schema: MapValue, effort: Effort, depth: number): boolean {
  for (const name of listAt(schema, "required"))
    if (typeof name === "string" && !Object.hasOwn(value, name)) return false;
  const { properties, additionalProperties: others } = schema;
  for (const [name, each] of Object.entries(value)) {
    const known = isMap(properties) && Object.hasOwn(properties, name) ? properties[name] : others;
    if (known !== undefined && !fits(each, known, effort, depth + 1)) return false;
  }
  return true;
}

/** The patterns of definitions, each compiled once. Those that are no patterns, or too large, are not checked. */
const MATCHERS = new Map<string, Matcher | undefined>();
const MAX_MATCHERS = 2000;

function matcherOf(pattern: string): Matcher | undefined {
  if (!MATCHERS.has(pattern)) {
    if (MATCHERS.size >= MAX_MATCHERS) MATCHERS.clear();
    const compiled = compileRegex(pattern);
    MATCHERS.set(pattern, compiled && harmless(compiled));
  }
  return MATCHERS.get(pattern);
}

/** A pattern that takes too long fits. */
function harmless(matcher: Matcher): Matcher {
  return (text) => {
    try {
      return matcher(text);
    } catch (thrown) {
      if (thrown instanceof KrmError) return true;
      throw thrown;
    }
  };
}

function isNumber(value: Value | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** A text that is equal for equal values. */
export function keyOf(value: Value): string {
  if (typeof value !== "object" || value === null)
    return typeof value === "bigint" ? String(value) : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(keyOf).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${keyOf(value[key] as Value)}`).join(",")}}`;
}
