/**
 * Reads the replacements that a level names, and configures their transformer; docs/specification/replacements.md 1.
 */
import { replacementTransformer, type Transformer } from "../../builtins/index.ts";
import { type Diagnostic, failure } from "../../diagnostics.ts";
import { decodeReplacements, type Replacement, warnOfDuplicates } from "../../documents/index.ts";
import { type Level, warnInto } from "../context/index.ts";

/** The field `replacements`: one for each of its replacements, those of files included. */
export async function fieldReplacements(level: Level): Promise<Transformer[]> {
  const entries = level.kustomization.replacements ?? [];
  return configureReplacements(level, entries);
}

export async function configureReplacements(level: Level, entries: readonly Replacement[]): Promise<Transformer[]> {
  const replacements: Replacement[] = [];
  for (const entry of entries) {
    const { path, source, sourceValue, targets, location } = entry;
    if (!path) {
      replacements.push(entry);
      continue;
    }
    if (source !== undefined || sourceValue !== undefined || targets !== undefined) {
      throw failure("invalid-replacement", `cannot specify both path and inline replacement (${path})`, {
        ...location,
        hint: "Keep one of them.",
      });
    }
    const file = await level.root.read(path, location);
    const warn = warnInto(level.context);
    const duplicates: Diagnostic[] = [];
    const node = level.context.files.config(file, { onDuplicate: warnOfDuplicates(duplicates) });
    replacements.push(...decodeReplacements(node, file.display, warn));
    duplicates.forEach(warn);
  }
  return replacements.map(replacementTransformer);
}
