/** Which pairs are the same object for the API server, and which objects go. */
import type { RenderedResource } from "../../../render/rendering.ts";
import type { DangerPair } from "../rule.ts";
import { groupOf } from "./values.ts";

/** Groups whose kinds moved to others: the API server serves the same objects in both. */
const MOVED_GROUPS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["extensions", new Set(["apps", "networking.k8s.io", "policy"])],
  ["authorization.openshift.io", new Set(["rbac.authorization.k8s.io"])],
]);

/** A pair with both sides. */
export interface FullPair {
  readonly base: RenderedResource;
  readonly head: RenderedResource;
}

/**
 * The pair, if its sides are the same object, so that the head updates the base. A pair can join two objects with different
 * names, of which one is deleted and the other created. An object without a namespace can be in any.
 */
export function updated({ base, head }: DangerPair): FullPair | undefined {
  if (base === undefined || head === undefined) return undefined;
  return isSame(base, head) ? { base, head } : undefined;
}

/** The object at base, if it is removed, or replaced by one of another identity. */
export function removed({ base, head }: DangerPair): RenderedResource | undefined {
  return base !== undefined && (head === undefined || !isSame(base, head)) ? base : undefined;
}

function isSame(base: RenderedResource, head: RenderedResource): boolean {
  return (
    base.kind === head.kind &&
    base.name === head.name &&
    (base.namespace === head.namespace || base.namespace === "" || head.namespace === "") &&
    sameGroup(groupOf(base), groupOf(head))
  );
}

function sameGroup(one: string, other: string): boolean {
  return one === other || MOVED_GROUPS.get(one)?.has(other) === true || MOVED_GROUPS.get(other)?.has(one) === true;
}
