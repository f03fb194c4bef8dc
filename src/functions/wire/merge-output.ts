/** Merges the output of a function into the resources, in linear time; docs/specification/wire-format.md 4 to 6. */
import { failure } from "../../diagnostics.ts";
import { idText, ORIGIN, type Resource, type ResourceSet } from "../../resource/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import { BEHAVIOR, NEEDS_HASH, RESOURCE_ID } from "./annotations.ts";
import { findDangling, type Rename } from "./dangling-references.ts";
import { keyOf } from "./identity.ts";
import { type Merging, warnOfDangling } from "./merge-warnings.ts";
import { Renames, type Returned, returnedOf, takeBack, takeNew } from "./returned-object.ts";
import type { Sent } from "./sent.ts";

export type { Merging } from "./merge-warnings.ts";

/** The objects that a step added and removed. */
export interface Changes {
  readonly added: readonly Resource[];
  /**
   * The added objects that came with an origin annotation. Its value is ignored, but kustomize then records the step as a
   * transformation.
   */
  readonly stated: readonly Resource[];
  /** The objects as before the step; their `node` is undefined now. */
  readonly removed: readonly Resource[];
}

/**
 * Changes `resources` to the returned items: known identities keep their places, new ones are appended in the order of the
 * output, and missing ones are removed.
 * @throws KrmError `function-duplicate`
 */
export function mergeBack(
  resources: ResourceSet,
  sent: readonly Sent[],
  items: readonly MapNode[],
  step: Merging,
): Changes {
  const before = new Map(sent.map((one) => [keyOf(one.resource.id), one]));
  const returned = new Map<string, Returned>();
  for (const node of items) {
    const one = returnedOf(node, step);
    one.resource.schemas = resources.schemas;
    const key = keyOf(one.resource.id);
    if (returned.has(key)) throw duplicate(one.resource, step);
    returned.set(key, one);
  }
  const missing = sent.filter(({ resource }) => !returned.has(keyOf(resource.id)));
  const renamed = new Renames(missing);

  const kept: Resource[] = [];
  for (const one of sent) {
    const found = returned.get(keyOf(one.resource.id));
    if (found !== undefined) kept.push(takeBack(one, found, step));
  }
  const added: Resource[] = [];
  const stated: Resource[] = [];
  const lost = new Map(missing.map((one) => [one.statedId, one.resource.id]));
  const renames: Rename[] = [];
  for (const [key, found] of returned) {
    if (before.has(key)) continue;
    const resource = takeNew(found, renamed, step);
    added.push(resource);
    if (resource.provenance === undefined && found.texts.has(ORIGIN)) stated.push(resource);
    const id = lost.get(found.texts.get(RESOURCE_ID) ?? "");
    if (id !== undefined && id.name !== resource.id.name) renames.push({ before: id, after: resource });
  }
  resources.replaceAll([...kept, ...added]);
  findDangling(renames, resources, (...dangling) => warnOfDangling(...dangling, step));
  const removed = missing.map(({ resource }) => resource);
  for (const resource of removed) resource.node = undefined;
  return { added, stated, removed };
}

/**
 * Like {@link mergeBack}, for callers that know which object each item was. The resources take the order of the output.
 * @param from finds the object that an item was, undefined for a new one
 */
export function mergeInOrder(
  resources: ResourceSet,
  sent: readonly Sent[],
  items: readonly MapNode[],
  from: (item: MapNode) => Sent | undefined,
  step: Merging,
): Changes {
  const missing = new Set(sent);
  const noRenames = new Renames([]);
  const added: Resource[] = [];
  const stated: Resource[] = [];
  const all = items.map((node) => {
    const one = from(node);
    const found = returnedOf(node, step);
    if (one !== undefined && missing.delete(one)) return takeBack(one, found, step);
    const resource = takeNew(found, noRenames, step);
    added.push(resource);
    if (found.texts.has(ORIGIN)) stated.push(resource);
    return resource;
  });
  resources.replaceAll(all);
  const removed = [...missing].map(({ resource }) => resource);
  for (const resource of removed) resource.node = undefined;
  return { added, stated, removed };
}

/**
 * Reads the objects of a generator. Its annotations that ask for a hash or a behavior become state of the resource
 * (docs/specification/wire-format.md 6.1).
 * @throws KrmError `function-output` for a value of `needs-hash` that is not a Go boolean
 */
export function generated(items: readonly MapNode[], step: Merging): Resource[] {
  const noRenames = new Renames([]);
  return items.map((node) => {
    const found = returnedOf(node, step);
    const texts = new Map(found.texts);
    const needsHash = texts.get(NEEDS_HASH);
    const behavior = texts.get(BEHAVIOR);
    texts.delete(NEEDS_HASH);
    texts.delete(BEHAVIOR);
    const resource = takeNew({ ...found, texts }, noRenames, step);
    if (needsHash !== undefined) resource.needsHash = goBool(needsHash, resource, step);
    resource.behavior =
      behavior === "create" || behavior === "merge" || behavior === "replace" ? behavior : "unspecified";
    resource.hasUnknownTree = step.readAsIs !== true;
    resource.noteGeneration();
    return resource;
  });
}

function duplicate(resource: Resource, { title, location }: Merging): Error {
  const more = { object: resource.describe(), hint: "Print each object once." };
  return failure("function-duplicate", `${title} returns ${idText(resource.id)} twice`, { ...location, ...more });
}

const TRUE: ReadonlySet<string> = new Set(["1", "t", "T", "TRUE", "true", "True"]);
const FALSE: ReadonlySet<string> = new Set(["0", "f", "F", "FALSE", "false", "False"]);

function goBool(text: string, resource: Resource, { location }: Merging): boolean {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  const message = `the annotation "${NEEDS_HASH}" contains an invalid value (${JSON.stringify(text)})`;
  const hint = 'Write "true" or "false".';
  throw failure("function-output", message, { ...location, object: resource.describe(), hint });
}
