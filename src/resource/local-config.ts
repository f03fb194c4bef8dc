/** Recognizes objects that only configure the build. They take part in all steps but are not printed. */
import { get, type MapNode } from "../yaml/nodes/node.ts";
import { LOCAL_CONFIG } from "./build-annotations.ts";
import { textsUnder } from "./text-map.ts";

/** Tells whether an object has the local-config annotation with any value except `false`. */
export function isLocalConfig(node: MapNode | undefined): boolean {
  const metadata = get(node, "metadata");
  // Most objects do not have the annotation. Avoid making a map for them.
  if (get(get(metadata, "annotations"), LOCAL_CONFIG) === undefined) return false;
  return textsUnder(metadata, "annotations").get(LOCAL_CONFIG) !== "false";
}
