/**
 * Decoders from nodes to typed values, put together into tables. A decoder reports what is wrong and returns undefined;
 * reading goes on, so that one run tells all problems of a file. Null is the zero value of a type, except for the field
 * of a record: there it counts as not given (docs/specification/kustomization-file.md 2.3, 2.4).
 */
import type { Location } from "../diagnostics.ts";
import { nearest } from "../text/index.ts";
import { formatFloat32 } from "../yaml/index.ts";
import { isNull, type MapNode, map, type Node, type ScalarNode } from "../yaml/nodes/node.ts";
import type { PathEntry, StringMap, TextEntry } from "./kustomization.ts";
import { quote, type Reading } from "./reading.ts";

export type Decoder<T> = (node: Node, reading: Reading) => T | undefined;

/** A string. */
export function text(node: Node, reading: Reading): string | undefined {
  const value = reading.scalar(node, "a string");
  if (value === undefined || typeof value === "string") return value;
  if (value === null) return "";
  if (reading.coercesToText) return coerced(node, value);
  return reading.mismatch(node, "a string", `Quote the value: ${quote((node as ScalarNode).value)}.`);
}

/** The text that the reference makes of numbers and booleans where a lenient document should have a string. */
function coerced(node: Node, value: number | bigint | boolean): string {
  return typeof value === "number" && node.tag === "!!float" ? formatFloat32(value) : String(value);
}

/** What the reference embeds in another type: there it makes no texts of numbers and booleans. */
export function exactly<T>(decoder: Decoder<T>): Decoder<T> {
  return (node, reading) => reading.exactly(() => decoder(node, reading));
}

export function bool(node: Node, reading: Reading): boolean | undefined {
  const value = reading.scalar(node, "a boolean");
  if (value === undefined || typeof value === "boolean") return value;
  if (value === null) return false;
  const quoted = value === "true" || value === "false";
  return reading.mismatch(node, "a boolean", quoted ? "Remove the quotes." : undefined);
}

/** A whole number of 64 bits. `5.0` and `1e3` are whole. */
export function int(node: Node, reading: Reading): number | undefined {
  const value = reading.scalar(node, "a whole number");
  if (value === undefined) return undefined;
  if (value === null) return 0;
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) return Number(value);
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 63) return value;
  if (typeof value === "number" || typeof value === "bigint") {
    const written = quote((node as ScalarNode).value);
    return reading.report(
      "wrong-type",
      `${reading.field()} must be a whole number of 64 bits, not ${written}`,
      node,
      "Write a whole number.",
    );
  }
  const quoted = typeof value === "string" && /^[+-]?\d+$/.test(value);
  return reading.mismatch(node, "a whole number", quoted ? "Remove the quotes." : undefined);
}

/** A mapping kept as a node, for values without a type of ours. */
export function anyMap(node: Node, reading: Reading): MapNode | undefined {
  if (node.kind === "map") return node;
  return isNull(node) ? map() : reading.mismatch(node, "a mapping");
}

export function pathEntry(node: Node, reading: Reading): PathEntry | undefined {
  const path = text(node, reading);
  return path === undefined ? undefined : { path, location: reading.place(node) };
}

export function textEntry(node: Node, reading: Reading): TextEntry | undefined {
  const value = text(node, reading);
  return value === undefined ? undefined : { text: value, location: reading.place(node) };
}

/** A mapping of strings to strings, in the order of the file. */
export function textMap(node: Node, reading: Reading): StringMap | undefined {
  const result = new Map<string, string>();
  if (isNull(node)) return result;
  if (node.kind !== "map") return reading.mismatch(node, "a mapping of strings");
  for (const entry of node.entries) {
    const key = keyText(entry.key, reading);
    if (key === undefined) continue;
    if (result.has(key)) reportDuplicate(key, entry.key, reading);
    const value = reading.within(key, () => text(entry.value, reading));
    if (value !== undefined) result.set(key, value);
  }
  return result;
}

export function list<T>(element: Decoder<T>): Decoder<readonly T[]> {
  return function decodeList(node, reading) {
    if (isNull(node)) return [];
    if (node.kind !== "seq") return reading.mismatch(node, "a list");
    const result: T[] = [];
    for (let index = 0; index < node.items.length; index++) {
      const item = reading.within(index, () => element(node.items[index] as Node, reading));
      if (item !== undefined) result.push(item);
    }
    return result;
  };
}

/** A decoder for every field of T, so that a table cannot lack one. */
export type Fields<T> = { readonly [K in Exclude<keyof T, "location">]-?: Decoder<Exclude<T[K], undefined>> };

type Required<T> = { [K in keyof T as K extends "location" ? never : undefined extends T[K] ? never : K]: T[K] };

interface RecordOptions<T> {
  /** The values of fields that T always has. */
  readonly defaults?: Required<T>;
  /** What to do about names that are often tried and do not exist. */
  readonly hints?: Readonly<Record<string, string>>;
  /** What else may stand there where unknown fields are passed over, without being read. */
  readonly besides?: ReadonlySet<string>;
}

/** An object with known fields; their names are found whatever their case, as Go's encoding/json does. */
export function record<T extends { readonly location?: Location }>(
  fields: Fields<T>,
  options: RecordOptions<T> = {},
): Decoder<T> {
  const names = Object.keys(fields);
  const canonical = new Map(names.map((name) => [name.toLowerCase(), name]));
  const decoders = fields as Readonly<Record<string, Decoder<unknown>>>;

  return function decodeRecord(node, reading) {
    if (!isNull(node) && node.kind !== "map") {
      const isFile = node.kind === "scalar" && names.includes("path");
      return reading.mismatch(node, "a mapping", isFile ? "Write `path:` in front of the name of a file." : undefined);
    }
    const result: Record<string, unknown> = { ...options.defaults };
    for (const [name, value] of node.kind === "map" ? chooseFields(node, reading) : []) {
      if (isNull(value)) continue;
      const decoded = reading.within(name, () => (decoders[name] as Decoder<unknown>)(value, reading));
      if (decoded !== undefined) result[name] = decoded;
    }
    result.location = reading.place(node);
    return result as unknown as T;
  };

  /** The value of each field. Of several spellings of one name the bytewise last counts, of several values the last. */
  function chooseFields(node: MapNode, reading: Reading): Map<string, Node> {
    const chosen = new Map<string, Node>();
    const spellings = new Map<string, string>();
    for (const { key, value } of node.entries) {
      const written = keyText(key, reading);
      if (written === undefined) continue;
      const name = canonical.get(written.toLowerCase());
      if (name === undefined) {
        reportUnknown(written, key, reading);
        continue;
      }
      const before = spellings.get(name);
      if (before !== undefined) reportDuplicate(name, key, reading);
      if (before !== undefined && before > written) continue;
      spellings.set(name, written);
      chosen.set(name, value);
    }
    return chosen;
  }

  function reportUnknown(written: string, key: Node, reading: Reading): void {
    const severity = reading.dialect.unknownFields;
    if (severity === "warning" && options.besides?.has(written)) return;
    const near = nearest(written, names);
    const all =
      names.length === 0 ? "It has none." : `Its fields are ${names.map((name) => `\`${name}\``).join(", ")}.`;
    const known = names.length <= 8 ? all : undefined;
    const hint =
      options.hints?.[written] ??
      (near === undefined ? known : `Did you mean \`${near}\`?`) ??
      "Correct its name, or remove it.";
    const message = `unknown field ${quote(written)} in ${reading.field()}`;
    if (severity === "error") reading.report("unknown-field", message, key, hint);
    else reading.report("ignored-field", `${message}: kustomize passes over it`, key, hint, severity);
  }
}

function reportDuplicate(name: string, key: Node, reading: Reading): void {
  const severity = reading.dialect.duplicateFields;
  const message = `${reading.field(name)} is given more than once`;
  const hint = severity === "error" ? "Keep one of them." : "Only one of them counts; merge them.";
  reading.report("duplicate-field", message, key, hint, severity);
}

/** Keys of configuration files are text already; those of resources have to be. */
function keyText(key: Node, reading: Reading): string | undefined {
  if (key.kind === "scalar" && (key.tag === "!!str" || key.tag === "")) return key.value;
  const message = `a key in ${reading.field()} must be a string, not ${reading.describe(key)}`;
  return reading.report("invalid-key", message, key, "Quote it.");
}
