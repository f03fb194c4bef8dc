/** Reads JSON and base64 that strangers wrote, strictly. */
import { sizeText } from "../text/index.ts";
import { Rejected } from "./rejected.ts";

/** The largest bundle, payload or trust root, in bytes. */
export const MAX_DOCUMENT = 1024 * 1024;

/**
 * Reads one JSON document in UTF-8.
 *
 * @throws Rejected about its size, its encoding or its syntax
 */
export function readJson(bytes: Uint8Array, what: string): unknown {
  if (bytes.length > MAX_DOCUMENT) throw new Rejected(`${what} is larger than ${sizeText(MAX_DOCUMENT)}`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (thrown) {
    throw new Rejected(`${what} is not JSON in UTF-8`, { cause: thrown });
  }
}

/** The value at a path of own keys; undefined if there is none. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

/**
 * Decodes base64 as encoders write it.
 *
 * @throws Rejected if `text` is no text, empty, or spelt in another way
 */
export function readBase64(text: unknown, what: string): Buffer {
  if (typeof text === "string" && text.length > 0) {
    const bytes = Buffer.from(text, "base64");
    if (bytes.toString("base64") === text) return bytes;
  }
  throw new Rejected(`${what} is not base64`);
}
