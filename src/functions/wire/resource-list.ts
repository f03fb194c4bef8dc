/** Writes the input of a function, byte for byte like kustomize; docs/specification/wire-format.md 1.5, 2.1, 2.2. */
import { setField } from "../../resource/index.ts";
import { encode, parseResources, print } from "../../yaml/index.ts";
import { clone, type Entry, get, type MapNode, map, type Node, scalar, seq } from "../../yaml/nodes/node.ts";
import { ID, INDEX, LEGACY_ID, LEGACY_INDEX, LOCAL_CONFIG, MIGRATION_ID } from "./annotations.ts";

/**
 * Writes a ResourceList. Transformers and validators get the objects. Generators get their own config as the only item,
 * and so do transformers and validators if there is no object (docs/specification/wire-format.md 2.5, 2.6).
 * @param items annotated by {@link ./sent.ts}; not changed
 * @param config from {@link functionConfig}
 * @param sendsEmpty whether no objects are an empty list
 */
export function resourceList(items: readonly MapNode[], config: MapNode, sendsEmpty = false): string {
  const nodes = items.length === 0 && !sendsEmpty ? [clone(config)] : items.map(reread);
  for (const [index, node] of nodes.entries()) number(node, index);
  return encode(
    map([
      field("apiVersion", scalar("config.kubernetes.io/v1")),
      field("kind", scalar("ResourceList")),
      field("items", seq(nodes)),
      field("functionConfig", config),
    ]),
  );
}

/**
 * Returns the config as its function receives it: keys sorted, without comments, marked as local
 * (docs/specification/wire-format.md 2.4).
 * @param reserved fields that the function must not receive (docs/specification/function-configs.md 2.4)
 */
export function functionConfig(config: MapNode, reserved: readonly string[]): MapNode {
  const node = reread(config);
  node.entries = node.entries.filter(({ key }) => key.kind !== "scalar" || !reserved.includes(key.value));
  annotate(node, LOCAL_CONFIG, "true");
  return node;
}

/** Prints the object and reads it again, which sorts its keys and sets the printer's styles. */
function reread(node: MapNode): MapNode {
  return parseResources(print(node), "")[0] as MapNode;
}

/** Appends the numbering annotations after all others, in the order of kustomize. */
function number(node: MapNode, index: number): void {
  annotate(node, LEGACY_INDEX, String(index));
  annotate(node, INDEX, String(index));
  annotate(node, MIGRATION_ID, String(index));
  annotate(node, ID, String(index + 1));
  annotate(node, LEGACY_ID, String(index + 1));
}

function annotate(node: MapNode, name: string, value: string): void {
  const annotations = childMap(childMap(node, "metadata"), "annotations");
  const before = annotations.entries.findIndex(({ key }) => key.kind === "scalar" && key.value === name);
  if (before >= 0) annotations.entries.splice(before, 1);
  setField(annotations, name, scalar(value, "!!str", "single"));
}

function childMap(node: MapNode, name: string): MapNode {
  const found = get(node, name);
  if (found?.kind === "map" && found.entries.length > 0) return found;
  node.entries = node.entries.filter(({ key }) => key.kind !== "scalar" || key.value !== name);
  const made = map();
  node.entries.push(field(name, made));
  return made;
}

function field(name: string, value: Node): Entry {
  return { key: scalar(name), value };
}
