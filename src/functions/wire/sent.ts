/**
 * Objects as functions see them: what the engine remembers of an object, and kustomize keeps in annotations, goes
 * along, so that a function that leaves it alone loses nothing (docs/specification/wire-format.md 2.2, 2.3, 5.1).
 */
import {
  BUILD_ANNOTATIONS,
  ORIGIN,
  type Resource,
  TRANSFORMATIONS,
  textsUnder,
  writeTexts,
} from "../../resource/index.ts";
import { emit } from "../../yaml/index.ts";
import { cloneObject, get, type MapNode, map, scalar } from "../../yaml/nodes/node.ts";
import { INTERNAL, isReserved, LEGACY_PATH, PATH, PER_CALL, RESOURCE_ID } from "./annotations.ts";

/** Texts that say where an object comes from, for builds that ask for it. */
export type OriginAnnotations = (resource: Resource) => Iterable<readonly [name: string, value: string]>;

/** An object that a function was given. */
export interface Sent {
  readonly resource: Resource;
  /** A copy, annotated. */
  readonly node: MapNode;
  /** The annotations among them that only the orchestrator may set. */
  readonly reserved: ReadonlyMap<string, string>;
  /** What {@link RESOURCE_ID} says. */
  readonly statedId: string;
  /** The path that an earlier function of the build was told. */
  readonly path: string | undefined;
}

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

/** A config as it is sent: only builds that keep books of it add anything. A copy. */
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

/** Writes all annotations anew, as texts with plain keys. */
export function writeAnnotations(node: MapNode, texts: ReadonlyMap<string, string>): void {
  let metadata = get(node, "metadata");
  if (metadata?.kind !== "map") {
    node.entries = node.entries.filter(({ key }) => key.kind !== "scalar" || key.value !== "metadata");
    metadata = map();
    node.entries.push({ key: scalar("metadata"), value: metadata });
  }
  writeTexts(metadata, "annotations", texts);
}

/** What is remembered beside the tree: what the tree says of it is out of date. */
const STATE: ReadonlySet<string> = new Set(
  [...BUILD_ANNOTATIONS].filter(
    (name) =>
      name === ORIGIN ||
      name === TRANSFORMATIONS ||
      [
        "prefixes",
        "suffixes",
        "previousKinds",
        "previousNames",
        "previousNamespaces",
        "needsHashSuffix",
        "generatorBehavior",
      ].includes(name.slice(INTERNAL.length)),
  ),
);

/** As annotations of kustomize, see {@link ../../resource/build-annotations.ts}. */
function stateOf(resource: Resource): Map<string, string> {
  const texts = new Map<string, string>();
  const set = (name: string, values: readonly string[]): void => {
    if (values.length > 0) texts.set(INTERNAL + name, values.join(","));
  };
  set("prefixes", resource.prefixes);
  set("suffixes", resource.suffixes);
  const previous = resource.previousIds();
  set(
    "previousKinds",
    previous.map(({ kind }) => kind),
  );
  set(
    "previousNames",
    previous.map(({ name }) => name),
  );
  set(
    "previousNamespaces",
    previous.map(({ effectiveNamespace }) => effectiveNamespace),
  );
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
