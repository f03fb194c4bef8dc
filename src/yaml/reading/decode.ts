/**
 * Decodes the bytes of a YAML file. Handles byte order marks, UTF-16 and invalid UTF-8 as kustomize does
 * (docs/specification/yaml-reading.md 1.1).
 */
import { reserve } from "../../budget/index.ts";
import { failure } from "../../diagnostics.ts";

/**
 * Decodes the bytes of a file. A byte order mark selects UTF-8 or UTF-16 and is dropped; without one the bytes are
 * UTF-8. Throws a KrmError `invalid-yaml` that names `file` if the bytes are not valid in that encoding.
 */
export function decodeText(bytes: Uint8Array, file?: string): string {
  const encoding = encodingOf(bytes);
  reserve(2 * bytes.length);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw failure("invalid-yaml", `the file is not valid ${encoding.toUpperCase().replace(/(LE|BE)$/, "")}`, {
      ...(file === undefined ? {} : { file }),
      ...(encoding === "utf-8" ? placeOfFault(bytes) : {}),
      hint: "Save the file as UTF-8. Keep binary data in a separate file and list it under `files` of a generator.",
      cause,
    });
  }
}

/** The line and column of the first invalid byte. */
function placeOfFault(bytes: Uint8Array): { line: number; column: number } {
  const text = new TextDecoder("utf-8").decode(bytes);
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let line = 1;
  let column = 1;
  for (const character of text) {
    // The file may also contain U+FFFD itself.
    if (character === "\ufffd" && !(bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd)) break;
    at += Buffer.byteLength(character);
    column = character === "\n" ? 1 : column + character.length;
    if (character === "\n") line++;
  }
  return { line, column };
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}
