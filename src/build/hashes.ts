/** HashTransformer: appends the hash of their content to the names of generated objects; engine.md 5.10. */
import { contentHash } from "../builtins/hash.ts";
import type { Transformer } from "../builtins/transformer.ts";
import type { Resource } from "../resource/resource.ts";
import { setField } from "../resource/set-field.ts";
import { valueProblem } from "../resource/value-problem.ts";
import { get, type MapNode, scalar } from "../yaml/node.ts";

export const hashTransformer: Transformer = {
  kind: "HashTransformer",
  transform(resources) {
    for (const resource of resources.items) {
      if (!resource.needsHash || resource.node === undefined) continue;
      const { name } = resource.id;
      const hash = hashOf(resource, resource.node);
      resource.pushPreviousId();
      resource.unhashedName = name;
      setField(get(resource.node, "metadata") as MapNode, "name", scalar(`${name}-${hash}`));
      resources.changed(resource);
    }
  },
};

function hashOf(resource: Resource, node: MapNode): string {
  try {
    return contentHash(node);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `${resource.describe()} cannot be hashed`);
  }
}
