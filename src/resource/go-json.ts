/** Writes JSON as Go's encoding/json does. */
import { compareBytewise } from "../text/index.ts";
import type { Value } from "../yaml/index.ts";

/**
 * Writes a value as JSON. Keys are in bytewise order; `<`, `>`, `&`, U+2028 and U+2029 are escaped.
 * @param indent one level of indentation; without it the JSON is on one line
 */
export function goJson(value: Value, indent?: string): string {
  return indent === undefined ? compact(value) : pretty(value, indent, "\n");
}

function compact(value: Value): string {
  if (value === null || typeof value !== "object") return encodeScalar(value);
  if (Array.isArray(value)) return `[${value.map(compact).join(",")}]`;
  return `{${sortedKeys(value)
    .map((key) => `${encodeText(key)}:${compact(value[key] ?? null)}`)
    .join(",")}}`;
}

function pretty(value: Value, indent: string, newline: string): string {
  if (value === null || typeof value !== "object") return encodeScalar(value);
  const deeper = newline + indent;
  if (Array.isArray(value)) {
    return value.length === 0
      ? "[]"
      : `[${deeper}${value.map((item) => pretty(item, indent, deeper)).join(`,${deeper}`)}${newline}]`;
  }
  const keys = sortedKeys(value);
  if (keys.length === 0) return "{}";
  const fields = keys.map((key) => `${encodeText(key)}: ${pretty(value[key] ?? null, indent, deeper)}`);
  return `{${deeper}${fields.join(`,${deeper}`)}${newline}}`;
}

function sortedKeys(value: { [key: string]: Value }): string[] {
  return Object.keys(value).sort(compareBytewise);
}

function encodeScalar(value: null | boolean | number | bigint | string): string {
  if (typeof value === "string") return encodeText(value);
  if (typeof value === "number") return encodeNumber(value);
  return String(value);
}

function encodeNumber(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function encodeText(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
