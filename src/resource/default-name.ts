/** Default names of configs; docs/specification/function-configs.md 3.2, 3.3. */
import { get, type MapNode, map, scalar } from "../yaml/nodes/node.ts";
import { scalarText } from "./identify.ts";
import { clearField, setField } from "./set-field.ts";

/** Names an object after its kind. */
export function nameByKind(object: MapNode): void {
  const name = scalar(kebabCase(scalarText(get(object, "kind"))), "!!str");
  const metadata = get(object, "metadata");
  if (metadata?.kind === "map") {
    clearField(metadata, "name");
    setField(metadata, "name", name);
  } else {
    clearField(object, "metadata");
    object.entries.push({ key: scalar("metadata"), value: map([{ key: scalar("name"), value: name }]) });
  }
}

/** Converts a kind: `HTTPLoadBalancer` becomes `http-load-balancer`. */
export function kebabCase(kind: string): string {
  return kind
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}
