/** Reads the objects of resource files: unwraps lists and checks each object; docs/specification/yaml-reading.md 2. */
import { failure, type Location } from "../diagnostics.ts";
import {
  checkDecodable,
  forgetStyles,
  isTemplate,
  parseResources,
  RENDER,
  toValue,
  type Value,
} from "../yaml/index.ts";
import { get, isNull, locate, type MapNode, map, type Node, type SeqNode } from "../yaml/nodes/node.ts";
import { goJson } from "./go-json.ts";
import { scalarText } from "./identify.ts";

/**
 * Reads the objects of a resource file or an inline text.
 * @param file the name of the text in messages
 * @param mayLackName which objects need no name; by default all need one
 * @throws KrmError `invalid-yaml` or `invalid-resource`
 */
export function parseObjects(text: string, file: string, mayLackName?: MayLackName): MapNode[] {
  return inlinedObjects(unwrapList(parseResources(text, file), text), mayLackName);
}

type MayLackName = (object: MapNode) => boolean;

/**
 * The objects of parsed documents. Drops empty ones and replaces lists by their items.
 * @throws KrmError `invalid-resource`
 */
export function inlinedObjects(documents: readonly Node[], mayLackName?: MayLackName): MapNode[] {
  return inlineLists(checkedObjects(documents, mayLackName));
}

/** The objects of parsed documents, with lists as they are. Drops empty ones. @throws KrmError `invalid-resource` */
export function checkedObjects(documents: readonly Node[], mayLackName?: MayLackName): MapNode[] {
  return documents.flatMap((document) => checkObject(document, mayLackName));
}

/**
 * Reads the objects of a text that is part of another file. Later errors about the objects are located at `location`;
 * errors thrown here have lines of the text.
 * @throws KrmError `invalid-yaml` or `invalid-resource`
 */
export function parseInlineObjects(
  text: string,
  name: string,
  location: Location,
  mayLackName?: MayLackName,
): MapNode[] {
  const objects = parseObjects(text, name, mayLackName);
  for (const { source } of objects) if (source !== undefined) source.within = location;
  return objects;
}

/**
 * Replaces a List or ResourceList that is the only document by its items. If `items` is a map, these are its keys and
 * values.
 */
function unwrapList(documents: readonly Node[], text: string): readonly Node[] {
  const only = documents[0];
  if (documents.length !== 1 || only?.kind !== "map") return documents;
  const kind = scalarText(get(only, "kind"));
  if (kind !== "List" && kind !== "ResourceList") return documents;
  // Empty documents count, too.
  if (/\n---[^\n]*\n/.test(text)) return documents;
  const items = get(only, "items");
  if (items === undefined) return get(only, "functionConfig") === undefined ? documents : [];
  if (items.kind === "map") return items.entries.flatMap(({ key, value }) => [key, value]);
  return items.kind === "seq" ? items.items : [];
}

const IS_TEMPLATE = "this is a template, which kustomize cannot read";

/** Returns one object, or none for an empty document. Throws if the document is not an object. */
function checkObject(node: Node, mayLackName?: MayLackName): MapNode[] {
  if (isNull(node) || isEmpty(node)) return [];
  if (node.kind !== "map") {
    throw notAnObject(node);
  }
  const kind = scalarText(get(node, "kind"));
  const metadata = get(node, "metadata");
  for (const part of [node, get(node, "kind"), metadata, get(metadata, "name")]) {
    if (part !== undefined && isTemplate(part)) throw invalid(part, IS_TEMPLATE, RENDER);
  }
  if (kind === "" && metadata === undefined && scalarText(get(node, "apiVersion")) === "") {
    throw notAnObject(node);
  }
  if (kind === "") throw invalid(node, "this object has no kind", "Add apiVersion and kind.");
  if (kind.endsWith("List")) return [node];
  if (metadata !== undefined && metadata.kind !== "map" && !isNull(metadata)) {
    throw invalid(metadata, `the metadata of this ${kind} is not a map`, undefined);
  }
  const name = get(metadata, "name");
  if (scalarText(name) === "" && !mayLackName?.(node)) {
    const hint =
      kind === "Kustomization" || kind === "Component"
        ? "List the directory of the kustomization instead of its file."
        : get(metadata, "generateName") === undefined
          ? "Give it a metadata.name."
          : "Give it a metadata.name. kustomize cannot build objects with generateName.";
    throw invalid(name ?? metadata ?? node, `missing metadata.name: this ${kind} has no name`, hint);
  }
  const annotations = get(metadata, "annotations");
  if (annotations?.kind === "seq") {
    throw invalid(annotations, `the annotations of ${kind} ${scalarText(name)} are a list, not a map`, "Write a map.");
  }
  return [node];
}

function notAnObject(node: Node): Error {
  return invalid(
    node,
    "this document is not an object: it has no kind and no metadata",
    "Add apiVersion, kind and metadata, or do not list this file where objects are expected.",
  );
}

function isEmpty(node: Node): boolean {
  if (node.kind === "scalar") return node.value === "" && node.style === "";
  return node.kind === "map" ? node.entries.length === 0 : node.items.length === 0;
}

/** Replaces objects whose kind ends in `List` by their items, which go after all other objects. */
function inlineLists(objects: readonly MapNode[]): MapNode[] {
  const result: MapNode[] = [];
  const queue = [...objects];
  for (let index = 0; index < queue.length; index++) {
    const object = queue[index] as MapNode;
    const items = scalarText(get(object, "kind")).endsWith("List") ? get(object, "items") : undefined;
    if (items === undefined) {
      result.push(object);
      continue;
    }
    checkOthers(object, items);
    if (isNull(items)) continue;
    if (items.kind !== "seq") {
      throw invalid(items, `the items of ${scalarText(get(object, "kind"))} are not a list`, "Write a list.");
    }
    for (const item of throughJson(items)) queue.push(...checkObject(item));
  }
  return result;
}

/** Throws if kustomize cannot decode a field beside the items, although only the items are kept. */
function checkOthers({ entries }: MapNode, items: Node): void {
  checkDecodable(map(entries.map((entry) => (entry.value === items ? { ...entry, value: map() } : entry))));
}

/**
 * The items after a round trip through JSON: strings have quotes and collections brackets, which later writes keep. All keys
 * must be strings, also those at the top of an item.
 */
function throughJson(list: SeqNode): Node[] {
  forgetStyles(list);
  return (toValue(list) as Value[]).map((value, at) => {
    const [node = map()] = parseResources(goJson(value), "");
    placeAt(node, list.items[at] as Node);
    return node;
  });
}

function placeAt(node: Node, { source, offset }: Pick<Node, "source" | "offset">): void {
  node.source = source;
  node.offset = offset;
  if (node.kind === "seq") for (const item of node.items) placeAt(item, { source, offset });
  if (node.kind !== "map") return;
  for (const { key, value } of node.entries) {
    key.source = source;
    key.offset = offset;
    placeAt(value, { source, offset });
  }
}

function invalid(node: Node, message: string, hint: string | undefined): Error {
  const location: Partial<Location> = locate(node) ?? {};
  return failure("invalid-resource", message, { ...location, hint });
}
