/** Checks the shape of a composition with the validator; docs/specification/composition.md 1.4. */
import type { Diagnostic } from "../diagnostics.ts";
import { type LocatedError, type Reading, shapeProblems, type Validate } from "../documents/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { REPORTS, reportShape } from "./shape-reports.ts";
import { validateComposition, validateEntry } from "./validators.ts";

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
  const report = (located: LocatedError, reading: Reading): void => reportShape(located, base, reading);
  return shapeProblems(node, { file, subject, validate, keywords: REPORTS, report });
}
