/** Turns returned objects into resources and restores their state; docs/specification/wire-format.md 5.1, 5.2. */
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import { metadataTexts, ORIGIN, Resource, type ResourceId, TRANSFORMATIONS } from "../../resource/index.ts";
import { once } from "../../store/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import { BEHAVIOR, INTERNAL, isReserved, LEGACY_PATH, NEEDS_HASH, PATH, PER_CALL, RESOURCE_ID } from "./annotations.ts";
import { type Merging, warnOfLost, warnOfRefused, warnOfRequests } from "./merge-warnings.ts";
import { type Sent, writeAnnotations } from "./sent.ts";

/** An object of an output. */
export interface Returned {
  /** Without state such as earlier names. */
  readonly resource: Resource;
  /** All of its annotations. */
  readonly texts: ReadonlyMap<string, string>;
}

export function returnedOf(node: MapNode, { location }: Merging): Returned {
  return { resource: new Resource(node, location, NO_STATE), texts: metadataTexts(node, "annotations") };
}

const NO_STATE = { prefixes: [], suffixes: [], needsHash: false, previous: [] };

/**
 * Takes back an object that kept its identity. Its state is read from the reserved annotations that came back; those that
 * were not sent with it are ignored with a warning (docs/specification/wire-format.md 5.2).
 */
export function takeBack(one: Sent, { resource: returned, texts }: Returned, step: Merging): Resource {
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
  const resource = withState(returned, kept, before.origin, one.path ?? pathFor(returned.id, step), step);
  resource.provenance = before.provenance;
  resource.history = before.history;
  resource.unhashedName = before.unhashedName;
  resource.variables.push(...before.variables);
  if (kept.has(`${INTERNAL}generatorBehavior`)) resource.behavior = before.behavior;
  return resource;
}

/**
 * Takes an object with a new identity. Only a renamed object may come with the reserved annotations of another one. A
 * renamed object keeps its origin even if it has no other state.
 */
export function takeNew({ resource: returned, texts }: Returned, renames: Renames, step: Merging): Resource {
  const reserved = new Map([...texts].filter(([name]) => isReserved(name) && !PER_CALL.has(name)));
  const renamed = renames.take(reserved, texts.get(RESOURCE_ID));
  const kept = new Map<string, string>();
  const refused: string[] = [];
  for (const [name, value] of texts) {
    if (isOurs(name)) continue;
    if (isReserved(name) && renamed === undefined) refused.push(name);
    else kept.set(name, value);
  }
  const before = renamed ?? renames.takeStated(texts.get(RESOURCE_ID));
  const origin = before?.resource.origin ?? step.location;
  const resource = withState(returned, kept, origin, before?.path ?? pathFor(returned.id, step), step);
  resource.provenance = before?.resource.provenance;
  warnOfRefused(refused, resource, step);
  const requests = [NEEDS_HASH, BEHAVIOR].filter((name) => texts.has(name));
  warnOfRequests(requests, resource, step);
  if (renamed !== undefined && kept.has(`${INTERNAL}generatorBehavior`)) resource.behavior = renamed.resource.behavior;
  return resource;
}

/** Tells whether krm-render keeps the value of an annotation itself, and ignores what comes back. */
export function isOurs(name: string): boolean {
  return PER_CALL.has(name) || name === ORIGIN || name === TRANSFORMATIONS;
}

/**
 * Builds the resource, which reads its state from its annotations. The path annotations are for later functions
 * (docs/specification/wire-format.md 2.3).
 * @throws KrmError `function-output` for annotations that contradict each other
 */
function withState(
  returned: Resource,
  texts: ReadonlyMap<string, string>,
  origin: Location | undefined,
  path: string | undefined,
  { title, location }: Merging,
): Resource {
  const node = returned.node as MapNode;
  const all = new Map(texts);
  if (path !== undefined) all.set(LEGACY_PATH, path).set(PATH, path);
  writeAnnotations(node, all);
  try {
    const resource = new Resource(node, origin);
    // kustomize reads it from a text that it has written itself.
    resource.hasUnknownTree = true;
    return resource;
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const object = returned.describe();
    const reason = thrown.diagnostics[0]?.message ?? thrown.message;
    const message = `${title} returns contradictory annotations of ${object}: ${reason}`;
    const hint = "Leave annotations of internal.config.kubernetes.io unchanged: the build keeps its state in them.";
    throw failure("function-output", message, { ...location, object, hint, cause: thrown });
  }
}

function pathFor({ kind, name, namespace }: ResourceId, { withoutPaths }: Merging): string | undefined {
  if (withoutPaths) return undefined;
  const file = `${kind.toLowerCase()}_${name}.yaml`;
  return namespace === "" ? file : `${namespace}/${file}`;
}

/** The objects that did not come back, by the annotations that they were sent with. */
export class Renames {
  readonly #byReserved = new Map<string, Map<string, Sent>>();
  readonly #byStatedId = new Map<string, Sent>();

  constructor(missing: readonly Sent[]) {
    for (const one of missing) {
      this.#byStatedId.set(one.statedId, one);
      once(this.#byReserved, textOf(one.reserved), () => new Map<string, Sent>()).set(one.statedId, one);
    }
  }

  /**
   * Takes the missing object that was sent with these reserved annotations, or none. If several were, it takes the one with
   * the stated identity.
   */
  take(reserved: ReadonlyMap<string, string>, statedId: string | undefined): Sent | undefined {
    if (reserved.size === 0) return undefined;
    const same = this.#byReserved.get(textOf(reserved));
    const found = same?.get(statedId ?? "") ?? same?.values().next().value;
    // One object can be renamed to one other only.
    if (found !== undefined) {
      same?.delete(found.statedId);
      this.#byStatedId.delete(found.statedId);
    }
    return found;
  }

  /** Takes the missing object with this stated identity, or none. */
  takeStated(statedId: string | undefined): Sent | undefined {
    const found = this.#byStatedId.get(statedId ?? "");
    this.#byStatedId.delete(statedId ?? "");
    return found;
  }
}

function textOf(texts: ReadonlyMap<string, string>): string {
  return JSON.stringify([...texts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
