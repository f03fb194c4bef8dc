/** PatchJson6902Transformer: an entry of `patchesJson6902`; docs/specification/patches.md 5. */
import type { Location } from "../diagnostics.ts";
import type { Selector } from "../documents/index.ts";
import { applyToObject, type JsonOperations } from "./json-patching.ts";
import { patchTargets } from "./selection.ts";
import type { Transformer } from "./transformer.ts";

export function patchJson6902Transformer(
  operations: JsonOperations,
  target: Selector,
  location: Location,
): Transformer {
  return {
    kind: "PatchJson6902Transformer",
    transform(resources, warn) {
      for (const resource of patchTargets(resources, target, warn)) {
        applyToObject(resource, operations, location);
        resources.changed(resource);
      }
    },
  };
}
