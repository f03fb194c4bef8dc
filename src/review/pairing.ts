/** Pairs the objects of the base with those of the head. */
import type { RenderedResource } from "../render/rendering.ts";

/** An object on both sides or on one. At least one side is defined. */
export interface Pair {
  readonly base: RenderedResource | undefined;
  readonly head: RenderedResource | undefined;
}

/**
 * Pairs objects by the strictest identity that fits: with the version of the API, then without it, then without the hash of
 * a generated name. So an object that exists in two versions is paired with itself first. Takes linear time.
 *
 * Pairs are in the order of the head. Objects that only the base has follow, in the order of the base.
 */
export function pairResources(base: readonly RenderedResource[], head: readonly RenderedResource[]): Pair[] {
  const partners = new Map<RenderedResource, RenderedResource>();
  let restOfBase = base;
  let restOfHead = head;
  for (const identity of [exactIdentity, versionlessIdentity, hashlessIdentity]) {
    if (restOfBase.length === 0 || restOfHead.length === 0) break;
    const taken = matchBy(identity, restOfBase, restOfHead, partners);
    restOfBase = restOfBase.filter((resource) => !taken.has(resource));
    restOfHead = restOfHead.filter((resource) => !partners.has(resource));
  }
  const pairs: Pair[] = head.map((resource) => ({ base: partners.get(resource), head: resource }));
  for (const resource of restOfBase) pairs.push({ base: resource, head: undefined });
  return pairs;
}

/** Adds pairs of head and base to `partners`, in order of appearance. Returns the resources of the base that have a partner. */
function matchBy(
  identity: (resource: RenderedResource) => string,
  base: readonly RenderedResource[],
  head: readonly RenderedResource[],
  partners: Map<RenderedResource, RenderedResource>,
): Set<RenderedResource> {
  const waiting = new Map<string, RenderedResource[]>();
  // Backwards, so that pop() returns the first of equal ones.
  for (let index = base.length - 1; index >= 0; index--) {
    const resource = base[index] as RenderedResource;
    const key = identity(resource);
    const queue = waiting.get(key);
    if (queue === undefined) waiting.set(key, [resource]);
    else queue.push(resource);
  }
  const taken = new Set<RenderedResource>();
  for (const resource of head) {
    const partner = waiting.get(identity(resource))?.pop();
    if (partner === undefined) continue;
    partners.set(resource, partner);
    taken.add(partner);
  }
  return taken;
}

function exactIdentity(resource: RenderedResource): string {
  return `${resource.apiVersion}\0${resource.kind}\0${resource.namespace}\0${resource.name}`;
}

function versionlessIdentity(resource: RenderedResource): string {
  return `${groupOf(resource)}\0${resource.kind}\0${namespaceOf(resource)}\0${resource.name}`;
}

function hashlessIdentity(resource: RenderedResource): string {
  return `${groupOf(resource)}\0${resource.kind}\0${namespaceOf(resource)}\0${resource.baseName}`;
}

function groupOf(resource: RenderedResource): string {
  const slash = resource.apiVersion.indexOf("/");
  return slash < 0 ? "" : resource.apiVersion.slice(0, slash);
}

/** An object without a namespace is applied to `default`, unless the user chooses another one. */
function namespaceOf(resource: RenderedResource): string {
  return resource.namespace === "" ? "default" : resource.namespace;
}
