/**
 * Values files with other values in place of those that come from Secrets, of the same sort and length, so that templates go the same
 * ways with them; docs/specification/helm-charts.md 8.1.
 */
import { failure } from "../diagnostics.ts";
import type { ValuePath } from "../resource/index.ts";
import { decodeText, emit, parseConfig, toConfigValue, type Value } from "../yaml/index.ts";

/** Texts that are shorter, numbers and truth values can decide what a chart makes without being a secret. */
const MIN_LENGTH = 4;
const COMMON = /^(?:true|false|null|yes|no|on|off|none|\d{1,5})$/i;

/** A values file. */
export interface ChartValues {
  readonly file: Uint8Array;
  /** Its name in messages. */
  readonly display: string;
  /** The paths of values that come from Secrets; of a map or a list, all of it does. */
  readonly secrets?: readonly ValuePath[] | undefined;
}

/** A value of a Secret that is no map and no list. */
export type SecretLeaf = string | number | bigint | boolean;

export interface SecretValues {
  /** All of them, each once. */
  readonly leaves: readonly SecretLeaf[];
  /** The files with other values. @param which the ones that are replaced; the others stay */
  others(which: (leaf: SecretLeaf) => boolean): ChartValues[];
}

/** The values of Secrets in values files. Undefined if there are none. @throws KrmError as YAML files do */
export function secretValues(files: readonly ChartValues[]): SecretValues | undefined {
  const leaves = new Set<SecretLeaf>();
  const parsed = files.map((file) => {
    if (file.secrets === undefined || file.secrets.length === 0) return file;
    const value = valueOf(file);
    for (const path of file.secrets) for (const leaf of leavesOf(valueAt(value, path))) leaves.add(leaf);
    return { ...file, value };
  });
  if (leaves.size === 0) return undefined;
  return {
    leaves: [...leaves],
    others: (which) =>
      parsed.map((file) => {
        if (!("value" in file)) return file;
        const replaced = outermost(file.secrets ?? []).reduce(
          (value, path) => replaceAt(value, path, 0, which),
          file.value,
        );
        return { file: Buffer.from(emit(replaced)), display: file.display };
      }),
  };
}

function valueOf({ file, display }: ChartValues): Value {
  try {
    const node = parseConfig(decodeText(file, display), display);
    return node === undefined ? null : toConfigValue(node);
  } catch {
    // The cause can quote a value.
    throw failure("invalid-values", `${display} cannot be read as YAML`, { hint: "Look for a value that is no YAML." });
  }
}

/** The paths without those that are below another one. */
function outermost(paths: readonly ValuePath[]): ValuePath[] {
  const known = new Set(paths.map((path) => JSON.stringify(path)));
  const distinct = [...known].map((path) => JSON.parse(path) as string[]);
  return distinct.filter((path) => !path.some((_, length) => known.has(JSON.stringify(path.slice(0, length)))));
}

/** Tells whether a value is more than a switch or a word that anybody guesses. */
export function isTelling(leaf: SecretLeaf): boolean {
  return typeof leaf === "string" && leaf.length >= MIN_LENGTH && !COMMON.test(leaf);
}

function valueAt(value: Value, path: ValuePath): Value {
  let found: Value | undefined = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return null;
    found = (found as Record<string, Value>)[step];
  }
  return found ?? null;
}

function* leavesOf(value: Value): Generator<SecretLeaf> {
  if (typeof value === "object" && value !== null) for (const item of Object.values(value)) yield* leavesOf(item);
  else if (value !== null && value !== "") yield value;
}

function replaceAt(value: Value, path: ValuePath, depth: number, which: (leaf: SecretLeaf) => boolean): Value {
  if (depth === path.length) return replaceAll(value, which);
  const step = path[depth] as string;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return value;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === step ? replaceAt(item, path, depth + 1, which) : item));
  return withEntries(value, (key, item) => (key === step ? replaceAt(item, path, depth + 1, which) : item));
}

function replaceAll(value: Value, which: (leaf: SecretLeaf) => boolean): Value {
  if (Array.isArray(value)) return value.map((item) => replaceAll(item, which));
  if (typeof value === "object" && value !== null) return withEntries(value, (_key, item) => replaceAll(item, which));
  return value === null || !which(value) ? value : otherLeaf(value);
}

function withEntries(value: Record<string, Value>, change: (key: string, item: Value) => Value): Record<string, Value> {
  const changed = Object.create(null) as Record<string, Value>;
  for (const [key, item] of Object.entries(value)) changed[key] = change(key, item);
  return changed;
}

/** Another value of the same sort. */
export function otherLeaf(leaf: SecretLeaf): SecretLeaf {
  if (typeof leaf === "boolean") return !leaf;
  if (typeof leaf === "bigint") return BigInt(otherText(String(leaf)));
  if (typeof leaf === "string") return otherString(leaf);
  const text = String(leaf);
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(otherText(text)) : leaf + 1;
}

/** Base64 stays base64 of a text, and JSON stays JSON: templates decode them. */
function otherString(text: string): string {
  const decoded = decodedText(text);
  if (decoded !== undefined) return Buffer.from(otherText(decoded)).toString("base64");
  return otherJson(text) ?? otherText(text);
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Neither control characters nor what stands for bytes that are no text. */
const NO_TEXT = /[^\P{Cc}\t\n\r]|\ufffd/u;

/** The text that another one is the base64 of. Undefined if it is none. */
export function decodedText(text: string): string | undefined {
  const packed = text.trim();
  if (packed.length < 8 || !BASE64.test(packed)) return undefined;
  const decoded = Buffer.from(packed, "base64").toString();
  return NO_TEXT.test(decoded) ? undefined : decoded;
}

function otherJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.stringify(JSON.parse(text), (_key, part: unknown) =>
      typeof part === "string" ? otherString(part) : part,
    );
  } catch {
    return undefined;
  }
}

/** Each letter and digit becomes another one, but those of actions of templates. A text without any gets one. */
function otherText(text: string): string {
  const changed = text.replace(/\{\{[^{}]*\}\}|[A-Za-z0-9]|[^\0-\x7f]/gu, (part) =>
    part.length === 1 ? otherCharacter(part) : part.startsWith("{{") ? part : "x",
  );
  if (changed !== text) return changed;
  return text.trim() === "" ? text : text.replace(/\S/, (first) => (first === "_" ? "-" : "_"));
}

function otherCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 0x7f) return "x";
  if (character === "0") return "5";
  if (code <= 0x39) return String(((code - 0x31 + 4) % 9) + 1);
  const first = code >= 0x61 ? 0x61 : 0x41;
  return String.fromCharCode(first + ((code - first + 7) % 26));
}
