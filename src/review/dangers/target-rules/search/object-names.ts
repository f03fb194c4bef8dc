/** The objects of one side of a target, by their names. */
import { getOrInsert } from "../../../../collections.ts";
import type { RenderedResource } from "../../../../render/rendering.ts";
import { groupOf } from "../../../differences/index.ts";
import type { Reference } from "./references.ts";

/** The names by which the cluster knows an object. */
export type ObjectKey = Pick<Reference, "group" | "kind" | "namespace" | "name">;

export function keyOfObject(resource: RenderedResource): ObjectKey {
  const { kind, namespace, name } = resource;
  return { group: groupOf(resource), kind, namespace, name };
}

export class ObjectNames {
  /** By group, kind and name; the namespaces in the second place. */
  readonly #objects = new Map<string, Map<string, RenderedResource>>();

  constructor(resources: readonly RenderedResource[]) {
    for (const resource of resources) {
      const key = textOf(keyOfObject(resource));
      const byNamespace = getOrInsert(this.#objects, key, () => new Map());
      if (!byNamespace.has(resource.namespace)) byNamespace.set(resource.namespace, resource);
    }
  }

  /** The object of that name. A namespace that is not in the manifest counts as the same one. */
  find(key: ObjectKey): RenderedResource | undefined {
    const byNamespace = this.#objects.get(textOf(key));
    if (byNamespace === undefined) return undefined;
    const any = key.namespace === "" ? byNamespace.values().next().value : undefined;
    return byNamespace.get(key.namespace) ?? byNamespace.get("") ?? any;
  }
}

/** Returns the key without its namespace, as a text. */
export function textOf({ group, kind, name }: ObjectKey): string {
  return `${group}\0${kind}\0${name}`;
}
