/**
 * What the text of a patch is: strategic merge patches, or the operations of a JSON 6902 patch;
 * docs/specification/patches.md 1.
 */
import { diagnosticsOf, failure, KrmError, type Location } from "../diagnostics.ts";
import { parseInlineObjects, parseJsonPatch, parseObjects } from "../resource/index.ts";
import { parseConfig, toConfigValue, type Value } from "../yaml/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import type { JsonOperations } from "./json-patching.ts";

export type PatchContent =
  | { readonly kind: "merge"; readonly objects: readonly MapNode[]; readonly source: string }
  | { readonly kind: "json"; readonly operations: JsonOperations; readonly source: string };

/** Where a patch was written: in a file of its own, or inline in the entry at `location`. */
export interface PatchText {
  readonly text: string;
  /** The file, as messages name it; undefined for an inline patch. */
  readonly file: string | undefined;
  readonly location: Location;
}

/** @throws KrmError `invalid-patch` */
export function parsePatch(patch: PatchText): PatchContent {
  const source = nameOf(patch);
  // A text of objects is never a list of operations, so what reads as objects needs no second look.
  const merge = attempt(() => objectsOf(patch));
  if (!("failed" in merge)) return { kind: "merge", objects: merge.done, source };
  const json = attempt(() => parseOperations(patch.text, nameOf(patch)));
  if (!("failed" in json)) return { kind: "json", operations: json.done, source };
  const looksLikeList = /^\s*(\[|-(\s|$))/.test(patch.text.replace(/^[^\S\n]*#.*\n/gm, ""));
  throw explain(patch, looksLikeList ? json.failed : merge.failed, "neither a merge patch nor a JSON patch");
}

/** The operations of a JSON patch that stands inline. @throws KrmError `invalid-patch`, at its entry */
export function parseInlineOperations(text: string, location: Location): JsonOperations {
  const json = attempt(() => parseOperations(text, "the inline patch"));
  if ("failed" in json) throw explain({ text, file: undefined, location }, json.failed, "no JSON patch");
  return json.done;
}

function objectsOf(patch: PatchText): MapNode[] {
  if (patch.file !== undefined) return parseObjects(patch.text, patch.file);
  return parseInlineObjects(patch.text, nameOf(patch), patch.location);
}

/** Operations in strict JSON when the text starts with a bracket, in YAML otherwise. */
export function parseOperations(text: string, file: string): JsonOperations {
  return parseJsonPatch(text.startsWith("[") ? parseStrictJson(text, file) : yamlValue(text, file), file);
}

function yamlValue(text: string, file: string): Value {
  const node = parseConfig(text, file);
  return node === undefined ? null : toConfigValue(node);
}

function parseStrictJson(text: string, file: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch (cause) {
    throw failure("invalid-patch", `a patch that starts with [ has to be JSON, and is not: ${reasonOf(cause)}`, {
      file,
      hint: "Write it as JSON, or as a YAML list with one operation a line.",
    });
  }
}

/** Without the piece of the text that Node.js quotes for some faults: it may hold the values of a Secret. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.replace(/, (?:\.\.\.)?".*$/s, "") : "malformed";
}

/** What may be a path, which someone wrote where the patch itself belongs. */
const WORD = /^[\w./-]{1,100}$/;

/**
 * How messages speak of the patch. The text of an inline patch may hold the values of a Secret and is not quoted, unless
 * it is a single word: then it is no patch, and most likely the path of one.
 */
function nameOf({ text, file }: PatchText): string {
  return file ?? (WORD.test(text) ? `the inline patch \`${text}\`` : "the inline patch");
}

function attempt<T>(read: () => T): { done: T } | { failed: unknown } {
  try {
    return { done: read() };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return { failed: thrown };
  }
}

/** A fault in an inline patch is reported at its entry, with the line counted from the start of the patch. */
function explain(patch: PatchText, thrown: unknown, verdict: string): Error {
  const [first] = diagnosticsOf(thrown);
  const message = `${nameOf(patch)} is ${verdict}: ${first?.message ?? "it cannot be read"}`;
  if (patch.file !== undefined) {
    const place =
      first?.file === undefined ? { file: patch.file } : { file: first.file, line: first.line, column: first.column };
    return failure("invalid-patch", message, { ...place, hint: first?.hint, cause: thrown });
  }
  const line = first?.line === undefined ? "" : ` (line ${first.line} of the patch)`;
  const hint = WORD.test(patch.text) ? `Write \`path: ${patch.text}\` if that is the file of the patch.` : first?.hint;
  return failure("invalid-patch", message + line, { ...patch.location, hint, cause: thrown });
}
