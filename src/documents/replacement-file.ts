/** Files that `replacements[].path` names (docs/specification/replacements.md 1.1). */
import { failure, type Warn } from "../diagnostics.ts";
import { toConfigValue } from "../yaml/index.ts";
import type { Node } from "../yaml/nodes/node.ts";
import { list } from "./decoder.ts";
import { inlineReplacement, type Replacement } from "./kustomization-parts.ts";
import { type Dialect, Reading } from "./reading.ts";

const dialect: Dialect = {
  unknownFields: "warning",
  duplicateFields: "warning",
  coercesToText: true,
  value: toConfigValue,
};

/**
 * Decodes one replacement or a list of them. Unknown fields are warnings.
 *
 * @param node undefined if the file holds no document
 * @param file how the user would name the file
 * @throws KrmError with every problem of the file: `wrong-type`, `invalid-key`
 */
export function decodeReplacements(node: Node | undefined, file: string, warn: Warn): readonly Replacement[] {
  const reading = new Reading(dialect, file, "this file");
  if (node?.kind === "seq") {
    const replacements = list(inlineReplacement)(node, reading);
    reading.finish(warn);
    return replacements ?? [];
  }
  if (node?.kind !== "map") {
    const found = node === undefined ? "nothing" : reading.describe(node);
    const hint = "Give it `source` and `targets`, as under `replacements`.";
    const place = node === undefined ? { file } : reading.place(node);
    throw failure("wrong-type", `this file must hold a replacement or a list of them, not ${found}`, {
      ...place,
      hint,
    });
  }
  const replacement = inlineReplacement(node, reading);
  reading.finish(warn);
  return replacement === undefined ? [] : [replacement];
}
