/**
 * Decoders from nodes to typed values, combined into tables. A decoder reports a problem and returns undefined; decoding
 * goes on, so that one run reports all problems of a file. Null is the zero value of a type, but a field of a record that
 * is null counts as absent (docs/specification/kustomization-file.md 2.3, 2.4).
 */
import type { Location } from "../diagnostics.ts";
import { nearest } from "../text/index.ts";
import { formatFloat32 } from "../yaml/index.ts";
import { isNull, type MapNode, map, type Node, type ScalarNode } from "../yaml/nodes/node.ts";
import { quote, quoteField, quoteHint, type Reading } from "./reading.ts";

export type Decoder<T> = (node: Node, reading: Reading) => T | undefined;

/** Keys and values in the order of the file. A Map, since keys from files are not safe as properties of an object. */
export type StringMap = ReadonlyMap<string, string>;

/** An entry of a list of files, directories or addresses. */
export interface PathEntry {
  readonly path: string;
  readonly location: Location;
}

/** An entry of a list of texts: `key=value`, a path or an inline document, an option. */
export interface TextEntry {
  readonly text: string;
  readonly location: Location;
}

/** A string. */
export function text(node: Node, reading: Reading): string | undefined {
  const value = reading.scalar(node, "a string");
  if (value === undefined || typeof value === "string") return value;
  if (value === null) return "";
  if (reading.coercesToText) return coerced(node, value);
  return reading.mismatch(node, "a string", quoteHint(node));
}

/** Converts a number or boolean to text as kustomize does in lenient documents. */
function coerced(node: Node, value: number | bigint | boolean): string {
  return typeof value === "number" && node.tag === "!!float" ? formatFloat32(value) : String(value);
}

/** Decodes without converting numbers and booleans to text, as kustomize does for types that are embedded in others. */
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

/** A mapping of any content, kept as a node. */
export function anyMap(node: Node, reading: Reading): MapNode | undefined {
  if (node.kind === "map") return node;
  return isNull(node) ? map() : reading.mismatch(node, "a mapping");
}

/** Longer than any path or address that can be read. Some work on a path takes the square of its length. */
export const MAX_PATH_LENGTH = 65_536;
export const PATH_TOO_LONG = `a path is longer than ${MAX_PATH_LENGTH} characters`;

export function pathEntry(node: Node, reading: Reading): PathEntry | undefined {
  const path = text(node, reading);
  if (path !== undefined && path.length > MAX_PATH_LENGTH) return reading.report("path-too-long", PATH_TOO_LONG, node);
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

/** One decoder for each field of T. */
export type Fields<T> = { readonly [K in Exclude<keyof T, "location">]-?: Decoder<Exclude<T[K], undefined>> };

type ValueOf<D> = D extends Decoder<infer T> ? Exclude<T, undefined> : never;

/** The type that a table of decoders makes. @typeParam Always the fields that are never absent */
export type Decoded<F, Always extends keyof F = never> = {
  readonly [K in Exclude<keyof F, Always>]?: ValueOf<F[K]>;
} & { readonly [K in Always]: ValueOf<F[K]> } & { readonly location: Location };

type Required<T> = { [K in keyof T as K extends "location" ? never : undefined extends T[K] ? never : K]: T[K] };

interface RecordOptions<T> {
  /** The values of fields that T always has. */
  readonly defaults?: Required<T>;
  /** Hints for unknown names that users often try. */
  readonly hints?: Readonly<Record<string, string>>;
  /** Further fields that are allowed and not read. */
  readonly besides?: ReadonlySet<string>;
}

/** A mapping with known fields. Their names match in any case, as in Go's encoding/json. */
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

  /** The value of each field. Of several spellings of a name the bytewise last wins; of equal names the last wins. */
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
    if (options.besides?.has(written) || reading.isFull(severity)) return;
    const near = nearest(written, names);
    const all =
      names.length === 0 ? "It has none." : `Its fields are ${names.map((name) => `\`${name}\``).join(", ")}.`;
    const known = names.length <= 8 ? all : undefined;
    const hint =
      options.hints?.[written] ??
      (near === undefined ? known : `Did you mean \`${near}\`?`) ??
      "Correct its name, or remove it.";
    const message = `unknown field ${quoteField(written)} in ${reading.field()}`;
    if (severity === "error") reading.report("unknown-field", message, key, hint);
    else
      reading.report(
        "ignored-field",
        `${message}: ${reading.dialect.reader ?? "kustomize"} ignores it`,
        key,
        hint,
        severity,
      );
  }
}

function reportDuplicate(name: string, key: Node, reading: Reading): void {
  const severity = reading.dialect.duplicateFields;
  const message = `${reading.field(name)} is given more than once`;
  const hint = severity === "error" ? "Keep one of them." : "Merge them: only one of them counts.";
  reading.report("duplicate-field", message, key, hint, severity);
}

/** Keys of configuration files are always text. Keys of resources must be, except at the top. */
function keyText(key: Node, reading: Reading): string | undefined {
  if (key.kind === "scalar" && (key.tag === "!!str" || key.tag === "")) return key.value;
  if (key.kind === "scalar" && reading.isAtTop) return key.value;
  const message = `a key in ${reading.field()} must be a string, not ${reading.describe(key)}`;
  return reading.report("invalid-key", message, key, "Quote it.");
}
