/** Writes values for helm. */
import type { Value } from "../yaml/index.ts";

/** A values file that helm 3 and 4 read as these values: JSON, without what YAML does not allow in it. */
export function valuesText(value: Value): string {
  const parts: string[] = [];
  write(value, parts);
  return `${parts.join("")}\n`;
}

function write(value: Value, parts: string[]): void {
  if (Array.isArray(value)) {
    parts.push("[");
    for (const [index, item] of value.entries()) {
      if (index > 0) parts.push(",");
      write(item, parts);
    }
    parts.push("]");
  } else if (typeof value === "object" && value !== null) {
    parts.push("{");
    for (const [index, key] of Object.keys(value).entries()) {
      if (index > 0) parts.push(",");
      const text = quoted(key);
      // A key of YAML that is longer than 1024 characters needs the sign.
      parts.push(text.length > 500 ? "? " : "", text, ": ");
      write(value[key] as Value, parts);
    }
    parts.push("}");
  } else parts.push(scalarText(value));
}

function scalarText(value: null | boolean | number | bigint | string): string {
  if (typeof value === "string") return quoted(value);
  return Object.is(value, -0) ? "-0.0" : String(value);
}

/** Characters that YAML refuses, folds or takes for line breaks, also in quotes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const SPECIAL = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function quoted(text: string): string {
  return JSON.stringify(text).replace(
    SPECIAL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
