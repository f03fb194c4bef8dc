/** Checks the shape of a composition with the generated validator; docs/specification/composition.md 1.4. */
import type { Diagnostic } from "../diagnostics.ts";
import { quote, Reading } from "../documents/index.ts";
import { toConfigValue } from "../yaml/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";
import { Pointers } from "./pointers.ts";
import { locateError, reportShape, type ShapeError } from "./shape-reports.ts";
import { validateComposition, validateEntry } from "./validate.generated.ts";

/** The limit for one file. */
const MAX_PROBLEMS = 100;
/** Some errors are about one mistake, and only one of them is reported. */
const MAX_REPORTS = 4 * MAX_PROBLEMS;

interface Validate {
  (value: unknown): boolean;
  errors?: readonly ShapeError[] | null;
}

/**
 * The problems with the fields of a composition: their names, their types, and what is missing. Sorted by place, at most
 * 100, all of them errors.
 */
export function checkShape(node: MapNode, file: string): readonly Diagnostic[] {
  return problemsOf(node, [], validateComposition, file, "a composition");
}

/** The problems with the fields of an entry that is not written in a composition: one of a file or of a text. */
export function checkEntry(node: MapNode, file: string): readonly Diagnostic[] {
  return problemsOf(node, ["transformers", 0], validateEntry, file, "an entry");
}

/** @param base the path in a composition at which `node` could stand */
function problemsOf(
  node: MapNode,
  base: readonly (string | number)[],
  validate: Validate,
  file: string,
  subject: string,
): readonly Diagnostic[] {
  const dialect = {
    unknownFields: "error",
    duplicateFields: "error",
    coercesToText: false,
    value: toConfigValue,
  } as const;
  const keys = new Reading(dialect, file, subject);
  const value = plainValue(node, keys);
  const errors = validate(value) ? [] : (validate.errors ?? []);
  const pointers = new Pointers(node);
  const located = errors.flatMap((error) => locateError(error, pointers) ?? []);
  // A message costs more than the place, and few are shown.
  located.sort((a, b) => a.node.offset - b.node.offset);
  const shapes = new Reading(dialect, file, subject);
  for (const each of located.slice(0, MAX_REPORTS)) reportShape(each, base, shapes);
  const problems = [...keys.diagnostics, ...shapes.diagnostics];
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return problems.slice(0, MAX_PROBLEMS);
}

/**
 * The value of a node for the validator. Of numbers only the type counts, so all are 0. Reports keys that are given
 * twice, of which the last one counts, and keys that are collections.
 */
function plainValue(node: Node, reading: Reading): unknown {
  if (node.kind === "scalar") return plainScalar(node.tag, node.value);
  if (node.kind === "seq") {
    return node.items.map((item, index) => reading.within(index, () => plainValue(item, reading)));
  }
  const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const { key, value } of node.entries) {
    if (key.kind !== "scalar") {
      const message = `a key in ${reading.field()} must be a string, not ${reading.describe(key)}`;
      reading.report("invalid-key", message, key, "Quote it.");
      continue;
    }
    if (key.value in object) {
      reading.report("duplicate-key", `the key ${quote(key.value)} is given more than once`, key, "Keep one of them.");
    }
    object[key.value] = reading.within(key.value, () => plainValue(value, reading));
  }
  return object;
}

function plainScalar(tag: string, text: string): null | boolean | number | string {
  if (tag === "!!null") return null;
  if (tag === "!!bool") return true;
  return tag === "!!int" || tag === "!!float" ? 0 : text;
}
