/** Tells which changed fields Argo CD does not see, because the Application ignores differences of them. */
import type { IgnoredFields } from "../engine/context/built.ts";
import { isMap } from "../manifests/index.ts";
import type { RenderedResource, Value } from "../render/rendering.ts";
import { escapeStep, stableJson } from "../text/index.ts";
import type { IsIgnored, Pair } from "./differences/index.ts";

/** The fields that an Application ignores of both sides of an object that changes. */
export interface IgnoredPair {
  readonly isIgnored: IsIgnored;
  /** Argo CD sees nothing of the change. */
  readonly isSame: boolean;
  /** See {@link IgnoredFields.isKept}. */
  readonly isKept: boolean;
}

/**
 * Undefined for an object of which no Application ignores a field on both sides. A change that makes an Application ignore more is not
 * hidden by that: each side counts with its own rules.
 */
export function ignoredPair({ base, head }: Pair): IgnoredPair | undefined {
  const [before, after] = [ignoredOf(base), ignoredOf(head)];
  if (base === undefined || head === undefined || before === undefined || after === undefined) return undefined;
  if (before.isKept !== after.isKept) return undefined;
  const rest = [restOf(base.value(), before), restOf(head.value(), after)].map(stableJson);
  const isSame = rest[0] === rest[1];
  const sets = { before: new Set(before.fields), after: new Set(after.fields) };
  const isIgnored: IsIgnored = (pointer, op) => {
    if (isSame) return true;
    const [old, now] = [coveredBy(sets.before, pointer("before")), coveredBy(sets.after, pointer("after"))];
    // A field that only one side has may itself be what is ignored.
    const isWhole = (depth: number | undefined, side: "before" | "after"): boolean =>
      depth === pointer(side).split("/").length - 1;
    if (op === "added" && old === undefined) return isWhole(now, "after");
    if (op === "removed" && now === undefined) return isWhole(old, "before");
    return old !== undefined && old === now;
  };
  return { isIgnored, isSame, isKept: after.isKept === true };
}

/** Tells whether all that changes of an object is ignored, and never applied. */
export function isLeftAlone(pair: Pair): boolean {
  const ignored = ignoredPair(pair);
  return ignored !== undefined && ignored.isSame && ignored.isKept;
}

/** Tells whether an Application may ignore more of an object that both sides have than is known. */
export function mayBeIgnored({ base, head }: Pair): boolean {
  return base !== undefined && ignoredOf(head)?.isPartial === true;
}

function ignoredOf(resource: RenderedResource | undefined): IgnoredFields | undefined {
  return resource?.release?.application?.ignored;
}

/** The number of steps to the field around a place, or at it, that is ignored; undefined if none is. */
function coveredBy(fields: ReadonlySet<string>, pointer: string): number | undefined {
  let depth = 1;
  for (let end = pointer.indexOf("/", 1); end >= 0; end = pointer.indexOf("/", end + 1), depth++)
    if (fields.has(pointer.slice(0, end))) return depth;
  return fields.has(pointer) ? depth : undefined;
}

/** The value without what is ignored. */
function restOf(value: Value, { fields, elements }: IgnoredFields): Value {
  const gone = new Set([...fields, ...elements]);
  const without = (one: Value, at: string): Value => {
    if (Array.isArray(one))
      return one.flatMap((item, index) => (gone.has(`${at}/${index}`) ? [] : [without(item, `${at}/${index}`)]));
    if (!isMap(one)) return one;
    const rest = Object.create(null) as { [key: string]: Value };
    for (const key of Object.keys(one)) {
      const pointer = `${at}/${escapeStep(key)}`;
      if (!gone.has(pointer)) rest[key] = without(one[key] as Value, pointer);
    }
    return rest;
  };
  return gone.size === 0 ? value : without(value, "");
}
