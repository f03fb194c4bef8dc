/** Objects that only configure the build: they take part in it to the end, and are left out of its output. */

import { get, type MapNode } from "../yaml/nodes/node.ts";
import { LOCAL_CONFIG } from "./build-annotations.ts";
import { textsUnder } from "./text-map.ts";

/** Any value but exactly `false` marks an object. */
export function isLocalConfig(node: MapNode | undefined): boolean {
  const metadata = get(node, "metadata");
  // Most objects have no such annotation, and no map of texts is made for them.
  if (get(get(metadata, "annotations"), LOCAL_CONFIG) === undefined) return false;
  return textsUnder(metadata, "annotations").get(LOCAL_CONFIG) !== "false";
}
