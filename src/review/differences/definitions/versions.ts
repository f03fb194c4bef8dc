/** Reads the versions of a CustomResourceDefinition. */
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";

export interface Version {
  readonly name: string;
  /** The position in the list of versions; undefined where the name is the only one, in a field of its own. */
  readonly index: number | undefined;
  readonly isServed: boolean;
  readonly isStored: boolean;
  readonly isDeprecated: boolean;
  readonly schema: Value | undefined;
}

/** The versions by their names, the first of each name. In `v1beta1`, one schema can be that of all versions. */
export function versionsOf(definition: Value): ReadonlyMap<string, Version> {
  const spec = valueAt(definition, "spec");
  const common = valueAt(spec, "validation", "openAPIV3Schema");
  const versions = new Map<string, Version>();
  for (const [index, each] of listAt(spec, "versions").entries()) {
    const name = textAt(each, "name");
    if (name === undefined || versions.has(name)) continue;
    versions.set(name, {
      name,
      index,
      isServed: valueAt(each, "served") !== false,
      isStored: valueAt(each, "storage") === true,
      isDeprecated: valueAt(each, "deprecated") === true,
      schema: valueAt(each, "schema", "openAPIV3Schema") ?? common,
    });
  }
  const name = textAt(spec, "version");
  if (versions.size === 0 && name !== undefined)
    versions.set(name, { name, index: undefined, isServed: true, isStored: true, isDeprecated: false, schema: common });
  return versions;
}
