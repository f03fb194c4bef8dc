/**
 * Files of `KEY=value` lines, as generators read them: without unquoting and expansion
 * (docs/specification/generators.md 2.4, 2.5).
 */
import { isUtf8 } from "node:buffer";
import { charge } from "../../budget/index.ts";
import { type Diagnostic, failure } from "../../diagnostics.ts";

export interface EnvFile {
  readonly pairs: readonly (readonly [key: string, value: string])[];
  readonly diagnostics: readonly Diagnostic[];
}

/** kustomize stops reading at a line of this many bytes, without an error. */
const MAX_LINE_BYTES = 65_536;

/** The memory of a line, which is garbage if it holds no pair. */
const LINE_BYTES = 128;

/** Unicode white space. It is trimmed at the start of a line only. */
const leadingBlanks = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Reads an env file: one `KEY=value` a line, a key alone for an empty value, `#` for comments.
 *
 * @param path names the file in messages
 * @throws KrmError `invalid-utf8` for a line that is not UTF-8
 */
export function readEnvFile(bytes: Uint8Array, path: string): EnvFile {
  const pairs: [string, string][] = [];
  for (let start = 0, number = 1; start < bytes.length; number++) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    charge(LINE_BYTES);
    if (end - start >= MAX_LINE_BYTES) return { pairs, diagnostics: [tooLong(path, number)] };
    const line = bytes.subarray(start, end > start && bytes[end - 1] === carriageReturn ? end - 1 : end);
    const pair = readLine(decodeLine(line, path, number), number === 1);
    if (pair !== undefined) pairs.push(pair);
    start = end + 1;
  }
  return { pairs, diagnostics: [] };
}

function readLine(line: string, isFirst: boolean): [string, string] | undefined {
  const text = (isFirst ? line.replace(/^\ufeff/, "") : line).replace(leadingBlanks, "");
  if (text === "" || text.startsWith("#")) return undefined;
  const separator = text.indexOf("=");
  if (separator < 0) return [text, ""];
  return separator === 0 ? undefined : [text.slice(0, separator), text.slice(separator + 1)];
}

function decodeLine(line: Uint8Array, path: string, number: number): string {
  if (isUtf8(line)) return Buffer.from(line).toString("utf8");
  const hint = "Save the file as UTF-8, or name it under `files` to keep its bytes as they are.";
  throw failure("invalid-utf8", `line ${number} of ${JSON.stringify(path)} is not valid UTF-8`, { hint });
}

function tooLong(path: string, number: number): Diagnostic {
  return {
    code: "line-too-long",
    severity: "warning",
    message: `line ${number} of ${JSON.stringify(path)} is longer than 64 KiB: this line and the rest of the file are left out, as kustomize does`,
    hint: "Put the long value into a file of its own, and list it under `files`.",
  };
}
