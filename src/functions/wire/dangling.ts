/** References to objects that a function has renamed: kustomize does not know that name as an earlier one (A2.11). */
import { KrmError } from "../../diagnostics.ts";
import { nameReferences } from "../../documents/default-name-references.ts";
import { FieldSpecs } from "../../resource/field-spec.ts";
import type { Resource } from "../../resource/resource.ts";
import { CLUSTER_SCOPE, describeId, type ResourceId, selectedBy } from "../../resource/resource-id.ts";
import type { ResourceSet } from "../../resource/resource-set.ts";
import { get, type Node } from "../../yaml/node.ts";

/** An identity that an object had when a function got it, and the object with the name that it came back with. */
export interface Rename {
  readonly before: ResourceId;
  readonly after: Resource;
}

/** Calls `found` for every object with a field that holds the old name of another one. Looks at nothing unless something was renamed. */
export function findDangling(
  renames: readonly Rename[],
  resources: ResourceSet,
  found: (rename: Rename, referrer: Resource, path: string) => void,
): void {
  if (renames.length === 0) return;
  for (const target of nameReferences) {
    const byName = new Map<string, Rename>();
    for (const rename of renames) if (selectedBy(rename.before, target)) byName.set(rename.before.name, rename);
    if (byName.size === 0) continue;
    const specs = FieldSpecs.of(target.fieldSpecs);
    for (const referrer of resources.items) {
      if (referrer.node === undefined) continue;
      try {
        specs.visit(referrer.node, referrer.id, (node, { path }) => {
          const rename = byName.get(nameIn(node));
          if (rename !== undefined && canMean(referrer.id, rename.before)) found(rename, referrer, path);
        });
      } catch (thrown) {
        // A path that leads nowhere is told when references are updated.
        if (!(thrown instanceof KrmError)) throw thrown;
      }
    }
  }
}

/** A reference is a name, or a mapping with one. */
function nameIn(node: Node): string {
  const name = node.kind === "map" ? get(node, "name") : node;
  return name?.kind === "scalar" ? name.value : "";
}

function canMean(referrer: ResourceId, target: ResourceId): boolean {
  const spaces = [referrer.effectiveNamespace, target.effectiveNamespace];
  return spaces.includes(CLUSTER_SCOPE) || spaces[0] === spaces[1];
}

/** `ConfigMap a, now b`. */
export function describeRename({ before, after }: Rename): string {
  return `${describeId(before)}, now ${after.id.name}`;
}
