/** Objects that only configure the build: they take part in it to the end, and are left out of its output. */
import { LOCAL_CONFIG } from "../resource/build-annotations.ts";
import { textsUnder } from "../resource/text-map.ts";
import { get, type MapNode } from "../yaml/node.ts";

/** Any value but exactly `false` marks an object. */
export function isLocalConfig(node: MapNode | undefined): boolean {
  const metadata = get(node, "metadata");
  // Most objects have no such annotation, and no map of texts is made for them.
  if (get(get(metadata, "annotations"), LOCAL_CONFIG) === undefined) return false;
  return textsUnder(metadata, "annotations").get(LOCAL_CONFIG) !== "false";
}
