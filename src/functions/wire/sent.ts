/**
 * Prepares objects for a function. The state that the engine keeps of an object is sent as annotations, as in kustomize, so
 * that an unchanged object keeps it (docs/specification/wire-format.md 2.2, 2.3, 5.1).
 */
import { ORIGIN, type Resource, TRANSFORMATIONS, textsUnder, writeTexts } from "../../resource/index.ts";
import { emit } from "../../yaml/index.ts";
import { cloneObject, get, type MapNode, map, scalar } from "../../yaml/nodes/node.ts";
import { INTERNAL, isReserved, LEGACY_PATH, PATH, PER_CALL, RESOURCE_ID } from "./annotations.ts";

/** Returns the annotations about the origin of an object; none unless `buildMetadata` asks for them. */
export type OriginAnnotations = (resource: Resource) => Iterable<readonly [name: string, value: string]>;

/** An object that is sent to a function. */
export interface Sent {
  readonly resource: Resource;
  /** An annotated copy. */
  readonly node: MapNode;
  /** The reserved annotations of the copy: those that functions must not set. */
  readonly reserved: ReadonlyMap<string, string>;
  /** The value of the annotation {@link RESOURCE_ID}. */
  readonly statedId: string;
  /** The path that the object got from an earlier function of the build. */
  readonly path: string | undefined;
}

/** Copies an object and annotates the copy with its identity, state and origin. */
export function send(resource: Resource, origins: OriginAnnotations): Sent {
  const node = cloneObject(resource.node as MapNode);
  const before = textsUnder(get(node, "metadata"), "annotations");
  const state = stateOf(resource);
  const texts = new Map<string, string>();
  for (const [name, value] of before) if (!STATE.has(name)) texts.set(name, value);
  for (const [name, value] of [...state, ...origins(resource)]) texts.set(name, value);
  const statedId = idText(resource);
  texts.set(RESOURCE_ID, statedId);
  writeAnnotations(node, texts);
  const reserved = new Map([...texts].filter(([name]) => isReserved(name) && !PER_CALL.has(name)));
  return { resource, node, reserved, statedId, path: before.get(PATH) ?? before.get(LEGACY_PATH) };
}

/** Copies a config and annotates the copy with its state and origin, if it has any. */
export function annotatedConfig(config: Resource, origins: OriginAnnotations): MapNode {
  const node = cloneObject(config.node as MapNode);
  const added = [...stateOf(config), ...origins(config)];
  if (added.length === 0) return node;
  const texts = new Map(textsUnder(get(node, "metadata"), "annotations"));
  for (const name of STATE) texts.delete(name);
  for (const [name, value] of added) texts.set(name, value);
  writeAnnotations(node, texts);
  return node;
}

/** Replaces all annotations of an object, as texts with plain keys. */
export function writeAnnotations(node: MapNode, texts: ReadonlyMap<string, string>): void {
  let metadata = get(node, "metadata");
  if (metadata?.kind !== "map") {
    node.entries = node.entries.filter(({ key }) => key.kind !== "scalar" || key.value !== "metadata");
    metadata = map();
    node.entries.push({ key: scalar("metadata"), value: metadata });
  }
  writeTexts(metadata, "annotations", texts);
}

/** Annotations whose values the resource holds itself. Those in its node may be out of date. */
const STATE: ReadonlySet<string> = new Set([
  ORIGIN,
  TRANSFORMATIONS,
  ...["prefixes", "suffixes", "previousKinds", "previousNames", "previousNamespaces", "needsHashSuffix"].map(
    (name) => INTERNAL + name,
  ),
  `${INTERNAL}generatorBehavior`,
]);

/** The state of a resource as the annotations of kustomize; see {@link ../../resource/build-annotations.ts}. */
function stateOf(resource: Resource): Map<string, string> {
  const texts = new Map<string, string>();
  const previous = resource.previousIds();
  const lists = {
    prefixes: resource.prefixes,
    suffixes: resource.suffixes,
    previousKinds: previous.map(({ kind }) => kind),
    previousNames: previous.map(({ name }) => name),
    previousNamespaces: previous.map(({ effectiveNamespace }) => effectiveNamespace),
  };
  for (const [name, values] of Object.entries(lists))
    if (values.length > 0) texts.set(INTERNAL + name, values.join(","));
  if (resource.needsHash) texts.set(`${INTERNAL}needsHashSuffix`, "enabled");
  if (resource.behavior !== undefined) texts.set(`${INTERNAL}generatorBehavior`, resource.behavior);
  return texts;
}

function idText({ id }: Resource): string {
  const stated: Record<string, string> = Object.create(null);
  const { group, kind, name, namespace, version } = id;
  for (const [key, value] of Object.entries({ group, kind, name, namespace, version })) {
    if (value !== "") stated[key] = value;
  }
  return emit(stated);
}
