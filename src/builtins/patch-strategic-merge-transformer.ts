/** PatchStrategicMergeTransformer: the field `patchesStrategicMerge`; docs/specification/patches.md 4. */
import type { Location } from "../diagnostics.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { applyMerge, findTarget, prepareForSelection } from "./merge-patching.ts";
import type { Transformer } from "./transformer.ts";

/** @param patches in order; each is applied to the one object that has or had its identity */
export function patchStrategicMergeTransformer(patches: readonly MapNode[], location: Location): Transformer {
  return {
    kind: "PatchStrategicMergeTransformer",
    transform(resources) {
      for (const patch of patches) {
        const resource = findTarget(resources, patch, location);
        applyMerge(resource, prepareForSelection(patch).for(resource), { location });
        resources.changed(resource);
      }
      resources.dropEmpty();
      resources.checkUnique();
    },
  };
}
