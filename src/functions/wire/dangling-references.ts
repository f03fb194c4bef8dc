/**
 * Finds references that a function broke by renaming an object. kustomize does not update them, because it does not know
 * the earlier name (docs/specification/wire-format.md 5.1).
 */
import { KrmError } from "../../diagnostics.ts";
import { nameReferences } from "../../documents/index.ts";
import {
  CLUSTER_SCOPE,
  describeId,
  FieldSpecs,
  type Resource,
  type ResourceId,
  type ResourceSet,
  selectedBy,
} from "../../resource/index.ts";
import { once } from "../../store/index.ts";
import { get, type Node } from "../../yaml/nodes/node.ts";

/** The identity of an object before the call of a function, and the object after it. */
export interface Rename {
  readonly before: ResourceId;
  readonly after: Resource;
}

/** Calls `found` for every field that still holds the old name of a renamed object. */
export function findDangling(
  renames: readonly Rename[],
  resources: ResourceSet,
  found: (rename: Rename, referrer: Resource, path: string) => void,
): void {
  if (renames.length === 0) return;
  for (const target of nameReferences) {
    const byName = new Map<string, Map<string, Rename>>();
    for (const rename of renames) {
      const { name, effectiveNamespace } = rename.before;
      if (!selectedBy(rename.before, target)) continue;
      once(byName, name, () => new Map<string, Rename>()).set(effectiveNamespace, rename);
    }
    if (byName.size === 0) continue;
    const specs = FieldSpecs.of(target.fieldSpecs);
    for (const referrer of resources.items) {
      if (referrer.node === undefined) continue;
      try {
        specs.visit(referrer.node, referrer.id, (node, { path }) => {
          const rename = targetOf(referrer.id, byName.get(nameIn(node)));
          if (rename !== undefined) found(rename, referrer, path);
        });
      } catch (thrown) {
        // A path that does not fit the object is reported when references are updated.
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

/**
 * The object that a reference means: one in the namespace of the referrer, else one without a namespace.
 * @param named the renamed objects of one name, by namespace
 */
function targetOf(referrer: ResourceId, named: ReadonlyMap<string, Rename> | undefined): Rename | undefined {
  const space = referrer.effectiveNamespace;
  const found = named?.get(space) ?? named?.get(CLUSTER_SCOPE);
  return found ?? (space === CLUSTER_SCOPE ? named?.values().next().value : undefined);
}

/** `ConfigMap a, now b`. */
export function describeRename({ before, after }: Rename): string {
  return `${describeId(before)}, now ${after.id.name}`;
}
