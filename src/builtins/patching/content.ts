/**
 * Parses the text of a patch: strategic merge patches, or the operations of a JSON 6902 patch;
 * docs/specification/patches.md 1.
 */
import { parseJson } from "../../budget/index.ts";
import { diagnosticsOf, failure, KrmError, type Location } from "../../diagnostics.ts";
import { parseInlineObjects, parseJsonPatch, parseObjects } from "../../resource/index.ts";
import { isCertainlyPath, isNameLike } from "../../text/index.ts";
import { parseConfig, toConfigValue, type Value } from "../../yaml/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import type { JsonOperations } from "./json.ts";

export type PatchContent =
  | { readonly kind: "merge"; readonly objects: readonly MapNode[]; readonly source: string }
  | { readonly kind: "json"; readonly operations: JsonOperations; readonly source: string };

/** The text of a patch, from a file or inline in the entry at `location`. */
export interface PatchText {
  readonly text: string;
  /** The file, as messages name it; undefined for an inline patch. */
  readonly file: string | undefined;
  readonly location: Location;
}

/** The length of the beginning of a text, in characters, that shows which kind of patch its author meant. */
const MAX_BEGINNING = 10_000;

/** @throws KrmError `invalid-patch` */
export function parsePatch(patch: PatchText): PatchContent {
  const source = nameOf(patch);
  // A text cannot be both: if it parses as objects, it is not a list of operations.
  const merge = attempt(() => objectsOf(patch));
  if (!("failed" in merge)) return { kind: "merge", objects: merge.done, source };
  const json = attempt(() => parseOperations(patch.text, nameOf(patch)));
  if (!("failed" in json)) return { kind: "json", operations: json.done, source };
  const beginning = patch.text.slice(0, MAX_BEGINNING).replace(/^[^\S\n]*#.*\n/gm, "");
  const looksLikeList = /^\s*(\[|-(\s|$))/.test(beginning);
  throw explain(patch, looksLikeList ? json.failed : merge.failed, "neither a merge patch nor a JSON patch");
}

/** Parses an inline JSON patch. @throws KrmError `invalid-patch`, at its entry */
export function parseInlineOperations(text: string, location: Location): JsonOperations {
  const json = attempt(() => parseOperations(text, "the inline patch"));
  if ("failed" in json) throw explain({ text, file: undefined, location }, json.failed, "not a JSON patch");
  return json.done;
}

function objectsOf(patch: PatchText): MapNode[] {
  if (patch.file !== undefined) return parseObjects(patch.text, patch.file);
  return parseInlineObjects(patch.text, nameOf(patch), patch.location);
}

/** Parses operations: as strict JSON if the text starts with a bracket, otherwise as YAML. */
export function parseOperations(text: string, file: string): JsonOperations {
  return parseJsonPatch(text.startsWith("[") ? parseStrictJson(text, file) : yamlValue(text, file), file);
}

function yamlValue(text: string, file: string): Value {
  const node = parseConfig(text, file);
  return node === undefined ? null : toConfigValue(node);
}

function parseStrictJson(text: string, file: string): Value {
  try {
    return parseJson(text) as Value;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw failure("invalid-patch", `the patch starts with [, but is not valid JSON: ${reasonOf(cause)}`, {
      file,
      hint: "Write valid JSON, or a YAML list with one dash for each operation.",
    });
  }
}

/** The message without the text that Node.js quotes: it can contain values of a Secret. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.replace(/, (?:\.\.\.)?".*$/s, "") : "malformed";
}

/** The longest text that may be the path of a patch. */
const MAX_PATH = 100;

/** Tells whether the text of a patch is probably a path that was written in the wrong field. */
function isPath(text: string): boolean {
  return text.length <= MAX_PATH && isCertainlyPath(text);
}

/** Tells whether the text of a patch is a single word of letters that looks like a name: no key or token has such a one. */
function isPlainWord(text: string): boolean {
  return /^[A-Za-z]{1,40}$/.test(text) && isNameLike(text);
}

/**
 * The name of a patch in messages. The text of an inline patch can contain values of a Secret and is not quoted, unless it
 * is certainly a path, or a word.
 */
function nameOf({ text, file }: PatchText): string {
  return file ?? (isPath(text) || isPlainWord(text) ? `the inline patch \`${text}\`` : "the inline patch");
}

function attempt<T>(read: () => T): { done: T } | { failed: unknown } {
  try {
    return { done: read() };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return { failed: thrown };
  }
}

/** The error for a patch. An inline patch is reported at its entry; its lines are counted from the start of the patch. */
function explain(patch: PatchText, thrown: unknown, verdict: string): Error {
  const [first] = diagnosticsOf(thrown);
  const message = `${nameOf(patch)} is ${verdict}: ${first?.message ?? "it cannot be read"}`;
  if (patch.file !== undefined) {
    const place =
      first?.file === undefined ? { file: patch.file } : { file: first.file, line: first.line, column: first.column };
    return failure("invalid-patch", message, { ...place, hint: first?.hint, cause: thrown });
  }
  const line = first?.line === undefined ? "" : ` (line ${first.line} of the patch)`;
  const hint = isPath(patch.text) ? `Write \`path: ${patch.text}\` if that is the file of the patch.` : first?.hint;
  return failure("invalid-patch", message + line, { ...patch.location, hint, cause: thrown });
}
