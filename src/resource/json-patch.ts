/**
 * Parses and applies JSON 6902 patches, with the semantics of kustomize's library; docs/specification/json-patch.md.
 */
import { checkTime } from "../budget/index.ts";
import { failure, type KrmError } from "../diagnostics.ts";
import type { Value } from "../yaml/index.ts";
import { JsonDocument, type Place } from "./json-patch/document.ts";
import { PatchFault } from "./json-patch/fault.ts";
import { shownOperation, shownPointer, shownStep } from "./json-patch/shown-path.ts";

/**
 * One operation as it was written. As in kustomize, it is checked only when it is applied: a patch that selects nothing
 * is never checked.
 */
export interface JsonOperation {
  readonly op: string | undefined;
  readonly path: string | undefined;
  readonly from: string | undefined;
  /** Undefined if the operation has no value, which differs from null. */
  readonly value: Value | undefined;
}

export type JsonPatch = readonly JsonOperation[];

/**
 * Reads a list of operations. Null, from an empty document, is the empty list.
 * @param file the file of the patch, for messages
 * @throws KrmError `invalid-patch` if the patch is not a list of maps
 */
export function parseJsonPatch(patch: Value, file?: string): JsonPatch {
  if (patch === null) return [];
  if (!Array.isArray(patch)) throw invalidPatch("the JSON patch is not a list of operations", file);
  return patch.map((item, index) => {
    if (item === null) return { op: undefined, path: undefined, from: undefined, value: undefined };
    if (typeof item !== "object" || Array.isArray(item)) {
      throw invalidPatch(`operation ${index + 1} of the JSON patch is not a map`, file);
    }
    return { op: text(item, "op"), path: text(item, "path"), from: text(item, "from"), value: field(item, "value") };
  });
}

function field(item: { [key: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(item, name) ? item[name] : undefined;
}

function text(item: { [key: string]: Value }, name: string): string | undefined {
  const value = field(item, name);
  return typeof value === "string" ? value : undefined;
}

function invalidPatch(message: string, file: string | undefined): KrmError {
  const hint = "Write a list of maps with op, path and, where the operation needs it, value or from.";
  return failure("invalid-patch", message, file === undefined ? { hint } : { file, hint });
}

/**
 * Applies operations in order. Does not change the document or the values in the patch; the result shares unchanged
 * parts with them. `fromValue` turns the result into nodes and rounds numbers to 64-bit floating point, as kustomize
 * does.
 * @throws KrmError `json-patch` for the first operation that cannot be applied, with kustomize's message
 */
export function applyJsonPatch(document: Value, operations: JsonPatch): Value {
  const target = new JsonDocument(document);
  for (const [index, operation] of operations.entries()) {
    checkTime();
    try {
      apply(target, operation);
    } catch (thrown) {
      if (!(thrown instanceof PatchFault)) throw thrown;
      const hint = `Check operation ${index + 1} of the patch. Its paths refer to the document after the operations before it.`;
      throw failure("json-patch", thrown.message, { hint });
    }
  }
  return target.root;
}

type Apply = (document: JsonDocument, operation: JsonOperation) => void;

const OPERATIONS: ReadonlyMap<string | undefined, Apply> = new Map([
  ["add", add],
  ["remove", remove],
  ["replace", replace],
  ["move", move],
  ["copy", copy],
  ["test", test],
]);

function apply(document: JsonDocument, operation: JsonOperation): void {
  const applyTo = OPERATIONS.get(operation.op);
  if (applyTo === undefined) throw new PatchFault(`Unexpected kind: ${shownOperation(operation.op ?? "unknown")}`);
  applyTo(document, operation);
}

const NO_PATH = "operation missing path field: ";

function add(document: JsonDocument, operation: JsonOperation): void {
  const path = requirePath(operation, "add");
  const place = find(document, path, `add operation does not apply: doc is missing path: "${shownPointer(path)}"`);
  within(`error in add for path: '${shownPointer(path)}'`, () => document.add(place, operation.value ?? null));
}

function remove(document: JsonDocument, operation: JsonOperation): void {
  const path = requirePath(operation, "remove");
  const place = find(document, path, `remove operation does not apply: doc is missing path: "${shownPointer(path)}"`);
  within(`error in remove for path: '${shownPointer(path)}'`, () => document.remove(place));
}

function replace(document: JsonDocument, operation: JsonOperation): void {
  const path = requirePath(operation, "replace", NO_PATH);
  if (path === "") {
    if (typeof operation.value !== "object" || operation.value === null) {
      throw new PatchFault("replace operation value must be object or array");
    }
    document.root = operation.value;
    return;
  }
  const place = find(document, path, `replace operation does not apply: doc is missing path: ${shownPointer(path)}`);
  // A missing key is added. An index has to exist.
  within(
    `replace operation does not apply: doc is missing key: ${shownPointer(path)}: missing value`,
    () => document.get(place),
    "only",
  );
  document.set(place, operation.value ?? null);
}

function move(document: JsonDocument, operation: JsonOperation): void {
  const source = findSource(document, operation, "move");
  const value = within(`error in move for path: '${shownStep(source.key)}'`, () => {
    const found = document.get(source);
    document.remove(source);
    return found;
  });
  const [path, place] = findDestination(document, operation, "move", NO_PATH);
  within(`error in move for path: '${shownPointer(path)}'`, () => document.add(place, value ?? null));
}

function copy(document: JsonDocument, operation: JsonOperation): void {
  const source = findSource(document, operation, "copy");
  const from = shownPointer(operation.from as string);
  const value = within(`error in copy for from: '${from}'`, () => document.get(source));
  const [, place] = findDestination(document, operation, "copy");
  within("error while adding value during copy", () => document.add(place, document.duplicate(value ?? null)));
}

function test(document: JsonDocument, operation: JsonOperation): void {
  const path = requirePath(operation, "test", NO_PATH);
  const shown = shownPointer(path);
  const found =
    path === ""
      ? document.root
      : valueAt(document, find(document, path, `test operation does not apply: is missing path: ${shown}`), shown);
  if (!equal(found ?? null, operation.value ?? null))
    throw new PatchFault(`testing value ${shown} failed: test failed`);
}

function valueAt(document: JsonDocument, place: Place, shown: string): Value | undefined {
  return within(`error in test for path: '${shown}'`, () => document.get(place));
}

/** The place of a pointer. @throws PatchFault with the problem if there is none */
function find(document: JsonDocument, pointer: string, problem: string): Place {
  const place = document.find(pointer);
  if (place === undefined) throw new PatchFault(`${problem}: missing value`);
  return place;
}

function findSource(document: JsonDocument, { from }: JsonOperation, name: string): Place {
  if (from === undefined)
    throw new PatchFault(`${name} operation failed to decode from: operation, missing from field: missing value`);
  return find(document, from, `${name} operation does not apply: doc is missing from path: ${shownPointer(from)}`);
}

function findDestination(
  document: JsonDocument,
  operation: JsonOperation,
  name: string,
  problem = "",
): [path: string, place: Place] {
  const path = requirePath(operation, name, problem);
  const missing = `${name} operation does not apply: doc is missing destination path: ${shownPointer(path)}`;
  return [path, find(document, path, missing)];
}

function requirePath({ path }: JsonOperation, name: string, problem = ""): string {
  if (path !== undefined) return path;
  throw new PatchFault(`${name} operation failed to decode path: ${problem}missing value`);
}

/** Puts a context before the message of a fault, or replaces the message with it. */
function within<T>(context: string, action: () => T, how: "before" | "only" = "before"): T {
  try {
    return action();
  } catch (thrown) {
    if (!(thrown instanceof PatchFault)) throw thrown;
    throw new PatchFault(how === "only" ? context : `${context}: ${thrown.message}`);
  }
}

function equal(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index] as Value));
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key] as Value, b[key] as Value))
  );
}
