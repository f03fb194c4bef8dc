/** PatchStrategicMergeTransformer: `patchesStrategicMerge`; docs/specification/patches.md 4. */
import { failure, KrmError, type Location } from "../diagnostics.ts";
import { type Decoded, list, text, textEntry } from "../documents/index.ts";
import { atEntry, inlineObjects, parseInlineObjects } from "../resource/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import type { BuiltinContext, TransformerKind } from "./builtin.ts";
import { documentOf } from "./document.ts";
import { applyMerge, findTarget, prepareForSelection } from "./patching/merge-patch.ts";
import type { Transformer } from "./transformer.ts";

/** Each of `paths` is a path or an inline patch, and `patches` holds documents of inline patches. */
const patchFields = { paths: list(textEntry), patches: text };
type PatchStrategicMergeArgs = Decoded<typeof patchFields>;

export const patchStrategicMergeTransformer: TransformerKind<PatchStrategicMergeArgs> = {
  kind: "PatchStrategicMergeTransformer",
  role: "transformer",
  decode: documentOf(patchFields),
  fields: [
    {
      name: "patchesStrategicMerge",
      /** All entries are one step. */
      args({ patchesStrategicMerge: paths = [] }) {
        const [first] = paths;
        return first === undefined ? [] : [{ paths, location: first.location }];
      },
    },
  ],
  async create(args, context) {
    return [mergePatches(await readPatches(args, context), args.location)];
  },
};

/** @throws KrmError `invalid-patch`, `empty-patch`, and what reading the files throws */
async function readPatches(
  { paths = [], patches = "", location }: PatchStrategicMergeArgs,
  context: BuiltinContext,
): Promise<readonly MapNode[]> {
  if (paths.length === 0 && patches === "")
    throw failure("invalid-patch", "empty file path and empty patch content: this entry has no patch", {
      ...location,
      hint: "Add patches, or remove it.",
    });
  const objects: MapNode[] = [];
  for (const entry of paths)
    objects.push(...(inlineObjects(entry) ?? (await context.readObjects(entry.text, entry.location))));
  objects.push(...parseInline(patches, location));
  if (objects.length > 0) return objects;
  const files = paths.map((entry) => entry.text).join(", ");
  throw failure("empty-patch", `the patch appears to be empty: ${files || "its text"} holds no object`, {
    ...location,
    hint: "Write a patch, or remove the entry.",
  });
}

function parseInline(patches: string, location: Location): MapNode[] {
  if (patches === "") return [];
  try {
    return parseInlineObjects(patches, "the inline patch", location);
  } catch (thrown) {
    throw thrown instanceof KrmError ? atEntry(thrown, location) : thrown;
  }
}

/** Applies each patch to the one object that has or had its identity, in order. */
function mergePatches(patches: readonly MapNode[], location: Location): Transformer {
  return {
    kind: "PatchStrategicMergeTransformer",
    transform(resources) {
      for (const patch of patches) {
        const resource = findTarget(resources, patch, location);
        applyMerge(resource, prepareForSelection(patch).for(resource), { location, isSelection: true });
        resources.changed(resource);
      }
      resources.dropEmpty();
      resources.checkUnique();
    },
  };
}
