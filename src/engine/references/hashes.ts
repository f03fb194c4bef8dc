/**
 * HashTransformer: appends the hash of their content to the names of generated objects; docs/specification/hashes.md.
 */
import { contentHash, shortHash, type Transformer, treeContent } from "../../builtins/index.ts";
import { type Resource, scalarText, setField, valueProblem } from "../../resource/index.ts";
import { get, type MapNode, scalar } from "../../yaml/nodes/node.ts";

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
    const kind = scalarText(get(node, "kind"));
    const tree = kind === "ConfigMap" || kind === "Secret" ? undefined : treeContent(resource);
    return tree === undefined ? contentHash(node) : shortHash(tree);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `${resource.describe()} cannot be hashed`);
  }
}
