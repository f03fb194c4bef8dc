/** Which pairs are the same object for the API server, and which objects go. */
import type { RenderedResource } from "../../../../render/rendering.ts";
import { groupOf } from "../../../differences/index.ts";
import type { DangerPair } from "../../rule.ts";

/** A pair with both sides. */
export interface FullPair {
  readonly base: RenderedResource;
  readonly head: RenderedResource;
  readonly isForced?: true | undefined;
}

/**
 * The pair, if its sides are the same object, so that the head updates the base. A pair can join two objects with different
 * names, of which one is deleted and the other created.
 */
export function updated({ base, head, isForced }: DangerPair): FullPair | undefined {
  if (base === undefined || head === undefined) return undefined;
  return isSameObject(base, head) ? { base, head, isForced } : undefined;
}

/** The object at base, if it is removed, or replaced by one of another identity. */
export function removed({ base, head }: DangerPair): RenderedResource | undefined {
  return base !== undefined && (head === undefined || !isSameObject(base, head)) ? base : undefined;
}

/** Tells whether an update turns one into the other. If not, the old object is deleted. An object without a namespace can be in any. */
export function isSameObject(base: RenderedResource, head: RenderedResource): boolean {
  return (
    base.kind === head.kind &&
    base.name === head.name &&
    (base.namespace === head.namespace || base.namespace === "" || head.namespace === "") &&
    groupOf(base) === groupOf(head)
  );
}
