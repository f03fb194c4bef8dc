/** Takes back what a function made of the objects: by identity, through maps, in linear time; functions.md A2, A13. */

import { failure, type Location, type Warn } from "../../diagnostics.ts";
import { ORIGIN, TRANSFORMATIONS } from "../../resource/build-annotations.ts";
import { Resource } from "../../resource/resource.ts";
import { idText, type ResourceId } from "../../resource/resource-id.ts";
import type { ResourceSet } from "../../resource/resource-set.ts";
import { metadataTexts } from "../../resource/text-map.ts";
import type { MapNode } from "../../yaml/node.ts";
import { BEHAVIOR, isReserved, LEGACY_PATH, NEEDS_HASH, PATH, PER_CALL, RESOURCE_ID } from "./annotations.ts";
import { describeRename, findDangling, type Rename } from "./dangling.ts";
import { keyOf } from "./identity.ts";
import { type Sent, writeAnnotations } from "./sent.ts";

/** What a step did to each object. */
export interface Changes {
  readonly added: readonly Resource[];
  /** Those of them that say where they come from. It is not believed, but kustomize then counts the step as a change. */
  readonly stated: readonly Resource[];
  /** As they were; without a node. */
  readonly removed: readonly Resource[];
}

export interface Merging {
  /** What messages call the function. */
  readonly title: string;
  readonly location: Location;
  readonly warn: Warn;
  /** Functions tell objects a path, which later functions of the build see; plugins do not. */
  readonly withoutPaths?: boolean | undefined;
}

/**
 * Makes `resources` what came back: known identities keep their places, new ones go to the end in the order of the output,
 * what is missing is removed.
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
    const texts = metadataTexts(node, "annotations");
    const resource = new Resource(node, step.location, NO_STATE);
    resource.schemas = resources.schemas;
    const key = keyOf(resource.id);
    if (returned.has(key)) throw duplicate(resource, step);
    returned.set(key, { resource, texts });
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
    if (found.texts.has(ORIGIN)) stated.push(resource);
    const id = lost.get(found.texts.get(RESOURCE_ID) ?? "");
    if (id !== undefined && id.name !== resource.id.name) renames.push({ before: id, after: resource });
  }
  resources.replaceAll([...kept, ...added]);
  findDangling(renames, resources, (...dangling) => warnOfDangling(dangling, step));
  const removed = missing.map(({ resource }) => resource);
  for (const resource of removed) resource.node = undefined;
  return { added, stated, removed };
}

/**
 * As {@link mergeBack}, for what keeps track of objects itself: all of them take the order of the output.
 * @param from the object that an item was
 */
export function mergeInOrder(
  resources: ResourceSet,
  sent: readonly Sent[],
  items: readonly MapNode[],
  from: (item: MapNode) => Sent | undefined,
  step: Merging,
): Changes {
  const missing = new Set(sent);
  const nobody = new Renames([]);
  const added: Resource[] = [];
  const stated: Resource[] = [];
  const all = items.map((node) => {
    const one = from(node);
    const found = { resource: new Resource(node, step.location, NO_STATE), texts: metadataTexts(node, "annotations") };
    if (one !== undefined && missing.delete(one)) return takeBack(one, found, step);
    const resource = takeNew(found, nobody, step);
    added.push(resource);
    if (found.texts.has(ORIGIN)) stated.push(resource);
    return resource;
  });
  resources.replaceAll(all);
  const removed = [...missing].map(({ resource }) => resource);
  for (const resource of removed) resource.node = undefined;
  return { added, stated, removed };
}

/** The objects that a generator made. What it asks for in annotations becomes state (A2.16). */
export function generated(items: readonly MapNode[], step: Merging): Resource[] {
  const nobody = new Renames([]);
  return items.map((node) => {
    const texts = new Map(metadataTexts(node, "annotations"));
    const needsHash = texts.get(NEEDS_HASH);
    const behavior = texts.get(BEHAVIOR);
    texts.delete(NEEDS_HASH);
    texts.delete(BEHAVIOR);
    const resource = takeNew({ resource: new Resource(node, step.location, NO_STATE), texts }, nobody, step);
    if (needsHash !== undefined) resource.needsHash = goBool(needsHash, resource, step);
    resource.behavior =
      behavior === "create" || behavior === "merge" || behavior === "replace" ? behavior : "unspecified";
    return resource;
  });
}

interface Returned {
  readonly resource: Resource;
  readonly texts: ReadonlyMap<string, string>;
}

const NO_STATE = { prefixes: [], suffixes: [], needsHash: false, previous: [] };

/** The same object with other content. What it remembers is what came back, if it was sent at all (C9.18). */
function takeBack(one: Sent, { resource: returned, texts }: Returned, step: Merging): Resource {
  const refused: string[] = [];
  const kept = new Map<string, string>();
  for (const [name, value] of texts) {
    if (isOurs(name)) continue;
    if (isReserved(name) && !one.reserved.has(name)) refused.push(name);
    else kept.set(name, value);
  }
  const before = one.resource;
  const lost = [...one.reserved.keys()].filter((name) => !kept.has(name));
  warnOfRefused(refused, before, step);
  if (lost.length > 0) warnOfLost(lost, before, step);
  const resource = withState(returned.node as MapNode, kept, before.origin, one.path ?? pathFor(returned.id, step));
  resource.provenance = before.provenance;
  resource.history = before.history;
  resource.unhashedName = before.unhashedName;
  resource.variables.push(...before.variables);
  if (kept.has(`${INTERNAL}generatorBehavior`)) resource.behavior = before.behavior;
  return resource;
}

/** A new object; or a renamed one, which is all that may come with what another one remembers. */
function takeNew({ resource: returned, texts }: Returned, renames: Renames, step: Merging): Resource {
  const reserved = new Map([...texts].filter(([name]) => isReserved(name) && !PER_CALL.has(name)));
  const renamed = renames.take(reserved, texts.get(RESOURCE_ID));
  const kept = new Map<string, string>();
  const refused: string[] = [];
  for (const [name, value] of texts) {
    if (isOurs(name)) continue;
    if (isReserved(name) && renamed === undefined) refused.push(name);
    else kept.set(name, value);
  }
  const resource = withState(returned.node as MapNode, kept, step.location, pathFor(returned.id, step));
  warnOfRefused(refused, resource, step);
  warnOfRequests(
    [NEEDS_HASH, BEHAVIOR].filter((name) => texts.has(name)),
    resource,
    step,
  );
  if (renamed !== undefined && kept.has(`${INTERNAL}generatorBehavior`)) resource.behavior = renamed.resource.behavior;
  return resource;
}

const INTERNAL = "internal.config.kubernetes.io/";

/** Whatever these say, we know it ourselves. */
function isOurs(name: string): boolean {
  return PER_CALL.has(name) || name === ORIGIN || name === TRANSFORMATIONS;
}

/** The resource reads what it remembers from its annotations. Later functions see the path (A1.6). */
function withState(
  node: MapNode,
  texts: ReadonlyMap<string, string>,
  origin: Location | undefined,
  path: string | undefined,
): Resource {
  const told: [string, string][] =
    path === undefined
      ? []
      : [
          [LEGACY_PATH, path],
          [PATH, path],
        ];
  writeAnnotations(node, new Map([...texts, ...told]));
  return new Resource(node, origin);
}

function pathFor({ kind, name, namespace }: ResourceId, { withoutPaths }: Merging): string | undefined {
  if (withoutPaths) return undefined;
  const file = `${kind.toLowerCase()}_${name}.yaml`;
  return namespace === "" ? file : `${namespace}/${file}`;
}

/** Objects that did not come back, by what they had been sent with. */
class Renames {
  readonly #byReserved = new Map<string, Map<string, Sent>>();

  constructor(missing: readonly Sent[]) {
    for (const one of missing) {
      const key = textOf(one.reserved);
      const same = this.#byReserved.get(key);
      if (same === undefined) this.#byReserved.set(key, new Map([[one.statedId, one]]));
      else same.set(one.statedId, one);
    }
  }

  /** Takes the object that a new one with these annotations was; the one whose identity is still stated, if there are several. */
  take(reserved: ReadonlyMap<string, string>, statedId: string | undefined): Sent | undefined {
    if (reserved.size === 0) return undefined;
    const same = this.#byReserved.get(textOf(reserved));
    const found = same?.get(statedId ?? "") ?? same?.values().next().value;
    // One object becomes one other.
    if (found !== undefined) same?.delete(found.statedId);
    return found;
  }
}

function textOf(texts: ReadonlyMap<string, string>): string {
  return JSON.stringify([...texts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function duplicate(resource: Resource, { title, location }: Merging): Error {
  return failure("function-duplicate", `${title} returns ${idText(resource.id)} twice`, {
    ...location,
    object: resource.describe(),
    hint: "Each object has to be in the output once.",
  });
}

function warnOfRefused(names: readonly string[], resource: Resource, { title, location, warn }: Merging): void {
  if (names.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} sets ${list(names)} on ${resource.describe()}, which it was not given; this is ignored`,
    ...location,
    object: resource.describe(),
    hint: "These annotations are the bookkeeping of the build: leave them as they are.",
  }));
}

/** What only counts from a generator stays in the output. */
function warnOfRequests(names: readonly string[], resource: Resource, { title, location, warn }: Merging): void {
  if (names.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} sets ${list(names)} on ${resource.describe()}, which has no effect in a transformer`,
    ...location,
    object: resource.describe(),
    hint: "List the function under `generators`, or leave the annotation out.",
  }));
}

function warnOfLost(names: readonly string[], resource: Resource, { title, location, warn }: Merging): void {
  const short = names.map((name) => name.slice(INTERNAL.length));
  const effects = [
    short.includes("needsHashSuffix") ? "its name gets no hash" : "",
    short.includes("previousNames") ? "references by its earlier name are not updated" : "",
  ].filter((effect) => effect !== "");
  if (effects.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} drops annotations of ${resource.describe()} that the build needs: ${effects.join(", and ")}`,
    ...location,
    object: resource.describe(),
    hint: "Keep the annotations of internal.config.kubernetes.io.",
  }));
}

function warnOfDangling(
  [rename, referrer, path]: readonly [Rename, Resource, string],
  { title, location, warn }: Merging,
): void {
  warn(() => ({
    code: "function-rename",
    severity: "warning",
    message: `${title} renames ${describeRename(rename)}, and ${path} of ${referrer.describe()} keeps the old name`,
    ...location,
    object: referrer.describe(),
    hint: "Let the function change the reference, too, or rename by namePrefix, nameSuffix or a patch.",
  }));
}

function list(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

const TRUE: ReadonlySet<string> = new Set(["1", "t", "T", "TRUE", "true", "True"]);
const FALSE: ReadonlySet<string> = new Set(["0", "f", "F", "FALSE", "false", "False"]);

function goBool(text: string, resource: Resource, { location }: Merging): boolean {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw failure(
    "function-output",
    `the annotation "${NEEDS_HASH}" contains an invalid value (${JSON.stringify(text)})`,
    {
      ...location,
      object: resource.describe(),
      hint: 'Write "true" or "false".',
    },
  );
}
