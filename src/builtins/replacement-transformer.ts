/** ReplacementTransformer: the field `replacements`; docs/specification/replacements.md. */
import { type Diagnostic, failure } from "../diagnostics.ts";
import {
  type Decoded,
  decodeReplacements,
  list,
  type Replacement,
  record,
  replacementFields,
  text,
  warnOfDuplicates,
} from "../documents/index.ts";
import type { BuiltinContext, TransformerKind } from "./builtin.ts";
import { documentOf, strictly } from "./document.ts";
import { sourceValue } from "./replacement/source.ts";
import { writeToTarget } from "./replacement/target.ts";
import type { Transformer } from "./transformer.ts";

/** kustomize decodes only the path of a file leniently here. */
const documentFields = { replacements: list(record<Replacement>({ ...strictly(replacementFields), path: text })) };

export const replacementTransformer: TransformerKind<Decoded<typeof documentFields>> = {
  kind: "ReplacementTransformer",
  role: "transformer",
  decode: documentOf(documentFields),
  fields: [
    {
      name: "replacements",
      /** All entries are one step. */
      args: ({ replacements = [], location }) => (replacements.length > 0 ? [{ replacements, location }] : []),
    },
  ],
  async create({ replacements = [] }, context) {
    return (await readReplacements(replacements, context)).map(replace);
  },
};

/** Replaces entries that name a file by the replacements of the file. @throws KrmError */
async function readReplacements(
  entries: readonly Replacement[],
  context: BuiltinContext,
): Promise<readonly Replacement[]> {
  const replacements: Replacement[] = [];
  for (const replacement of entries) {
    const { path, source, sourceValue: value, targets, location } = replacement;
    if (!path) {
      replacements.push(replacement);
      continue;
    }
    if (source !== undefined || value !== undefined || targets !== undefined) {
      throw failure("invalid-replacement", `cannot specify both path and inline replacement (${path})`, {
        ...location,
        hint: "Keep one of them.",
      });
    }
    const duplicates: Diagnostic[] = [];
    const onDuplicate = warnOfDuplicates(duplicates);
    const { node, display } = await context.readConfig(path, location, { onDuplicate });
    replacements.push(...decodeReplacements(node, display, context.warn));
    for (const duplicate of duplicates) context.warn(duplicate);
  }
  return replacements;
}

function replace(replacement: Replacement): Transformer {
  check(replacement);
  return {
    kind: "ReplacementTransformer",
    location: replacement.location,
    transform(resources, warn) {
      const value = sourceValue(resources, replacement);
      for (const target of replacement.targets ?? []) writeToTarget(resources, target, value, warn);
    },
  };
}

function check(replacement: Replacement): void {
  const { source, sourceValue: value, targets, location } = replacement;
  if ((source === undefined && value === undefined) || targets === undefined || targets.length === 0) {
    throw failure("invalid-replacement", "replacements must specify a source and at least one target", {
      ...location,
      hint: "Add `source` or `sourceValue`, and `targets`.",
    });
  }
  if (source !== undefined && value !== undefined) {
    throw failure("invalid-replacement", "a replacement has both a source and a sourceValue", {
      ...location,
      hint: "Keep one of them.",
    });
  }
  for (const target of targets) {
    if (target.select !== undefined) continue;
    throw failure("invalid-replacement", "a replacement target must specify resources to select", {
      ...target.location,
      hint: "Add a `select`.",
    });
  }
}
