/** HashTransformer: appends hashes of their content to the names of generated objects; docs/specification/hashes.md. */
import { type Resource, scalarText, setField, valueProblem } from "../resource/index.ts";
import { get, type MapNode, map, scalar } from "../yaml/nodes/node.ts";
import type { TransformerKind } from "./builtin.ts";
import { documentOf } from "./document.ts";
import { contentHash, shortHash } from "./hash.ts";
import { treeContent } from "./node-hash.ts";
import type { Transformer } from "./transformer.ts";

export const hashTransformer: TransformerKind = {
  kind: "HashTransformer",
  role: "transformer",
  decode: documentOf({}),
  create: () => [appendHashes],
};

/** Every build ends with this step. */
export const appendHashes: Transformer = {
  kind: "HashTransformer",
  transform(resources) {
    for (const resource of resources.items) {
      if (!resource.needsHash || resource.node === undefined) continue;
      const { name } = resource.id;
      const hash = hashOf(resource, resource.node);
      resource.pushPreviousId();
      resource.unhashedName = name;
      if (get(resource.node, "metadata") === undefined) setField(resource.node, "metadata", map());
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
