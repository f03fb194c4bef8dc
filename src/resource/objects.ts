/** Documents of resource files: lists unwrapped, then checked to be objects; docs/specification/yaml-reading.md 2. */
import { failure, type Location } from "../diagnostics.ts";
import { forgetStyles, parseResources, toValue } from "../yaml/index.ts";
import { get, isNull, locate, type MapNode, map, type Node, scalar } from "../yaml/nodes/node.ts";
import { goJson } from "./go-json.ts";
import { scalarText } from "./resource.ts";

/**
 * The objects of one resource file or inline text.
 * @param file the name that messages use for the text
 * @param mayLackName the objects that need no name; none unless given
 * @throws KrmError `invalid-yaml` or `invalid-resource`
 */
export function parseObjects(text: string, file: string, mayLackName?: MayLackName): MapNode[] {
  return inlinedObjects(unwrapList(parseResources(text, file), text), mayLackName);
}

type MayLackName = (object: MapNode) => boolean;

/** The objects of documents that were read already: empty ones dropped, lists replaced by their items. @throws KrmError */
export function inlinedObjects(documents: readonly Node[], mayLackName?: MayLackName): MapNode[] {
  return inlineLists(documents.flatMap((document) => checkObject(document, mayLackName)));
}

/**
 * The objects of a text that stands in another file: what is wrong with them later is found at `location`. Faults of the
 * text itself are thrown with the lines of the text.
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

/** A file with a single part, and a List or ResourceList in it, stands for the items; of a map, keys and values are that. */
function unwrapList(documents: readonly Node[], text: string): readonly Node[] {
  const only = documents[0];
  if (documents.length !== 1 || only?.kind !== "map") return documents;
  const kind = scalarText(get(only, "kind"));
  if (kind !== "List" && kind !== "ResourceList") return documents;
  // Parts without a document count, too.
  if (/\n---[^\n]*\n/.test(text)) return documents;
  const items = get(only, "items");
  if (items === undefined) return get(only, "functionConfig") === undefined ? documents : [];
  if (items.kind === "map") return items.entries.flatMap(({ key, value }) => [key, value]);
  return items.kind === "seq" ? items.items : [];
}

/** One or no object: what is empty is dropped, what is no object is an error. */
function checkObject(node: Node, mayLackName?: MayLackName): MapNode[] {
  if (isNull(node) || isEmpty(node)) return [];
  if (node.kind !== "map") {
    throw noObject(node);
  }
  const kind = scalarText(get(node, "kind"));
  const metadata = get(node, "metadata");
  if (kind === "" && metadata === undefined && scalarText(get(node, "apiVersion")) === "") {
    throw noObject(node);
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
        ? "A kustomization is included by its directory: list that instead of the file."
        : get(metadata, "generateName") === undefined
          ? "Give it a metadata.name."
          : "Give it a metadata.name: generateName cannot be built.";
    throw invalid(name ?? metadata ?? node, `missing metadata.name: this ${kind} has no name`, hint);
  }
  const annotations = get(metadata, "annotations");
  if (annotations?.kind === "seq") {
    throw invalid(annotations, `the annotations of ${kind} ${scalarText(name)} are a list, not a map`, "Write a map.");
  }
  return [node];
}

function noObject(node: Node): Error {
  return invalid(
    node,
    "this document is not an object: it has no kind and no metadata",
    "Give it apiVersion, kind and metadata, or do not list its file where objects are expected.",
  );
}

function isEmpty(node: Node): boolean {
  if (node.kind === "scalar") return node.value === "" && node.style === "";
  return node.kind === "map" ? node.entries.length === 0 : node.items.length === 0;
}

/** Objects whose kind ends in `List` and that have items are replaced by those, which come after all others. */
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
    checkPrintable(object, items);
    if (isNull(items)) continue;
    if (items.kind !== "seq") {
      throw invalid(items, `the items of ${scalarText(get(object, "kind"))} are not a list`, "Write a list.");
    }
    // The reference reads items again from JSON, so their numbers and strings take that form.
    for (const item of items.items) queue.push(...checkObject(rebuilt(item)));
  }
  return result;
}

/** What cannot be JSON is an error in the list as well, though nothing of it but the items stays. */
function checkPrintable({ entries }: MapNode, items: Node): void {
  const others = entries.map((entry) => (entry.value === items ? { ...entry, value: scalar("", "!!null") } : entry));
  goJson(toValue(map(others)));
}

/** Their JSON, read again: strings in quotes and collections between brackets, which later writes keep. */
function rebuilt(item: Node): Node {
  forgetStyles(item);
  const [node = map()] = parseResources(goJson(toValue(item)), "");
  placeAt(node, item);
  return node;
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
