/** Errors for objects and paths that are nested so deeply that the call stack overflows. */
import { failure, type Location } from "../../diagnostics.ts";
import type { Resource } from "../../resource/index.ts";
import { locate, type Node } from "../../yaml/nodes/node.ts";

/** Files hold no deeper nesting, but patches and replacements can nest objects deeper. */
const DEPTH_OF_FILES = 1000;

/**
 * Turns an overflow of the call stack into an error about the deepest object. Other errors are returned unchanged.
 * @param location the step that failed; by default, the place that the deepest value of the object came from
 * @returns KrmError `nested-too-deep`
 */
export function explainOverflow(thrown: unknown, resources: readonly Resource[], location?: Location): unknown {
  if (!isOverflow(thrown)) return thrown;
  let found: { resource: Resource; depth: number; node: Node } | undefined;
  for (const resource of resources) {
    if (resource.node === undefined) continue;
    const deepest = deepestOf(resource.node);
    if (deepest.depth > (found?.depth ?? DEPTH_OF_FILES)) found = { resource, ...deepest };
  }
  if (found === undefined) return nestedTooDeep(location, thrown);
  const { resource, depth, node } = found;
  return nestedTooDeep(location ?? locate(node) ?? resource.origin, thrown, {
    subject: `${resource.describe()} is nested too deeply: ${depth} levels`,
    object: resource.describe(),
  });
}

/** The error for an overflow of the call stack. */
export function nestedTooDeep(
  location: Partial<Location> | undefined,
  cause: unknown,
  { subject = "an object or a path of this build is nested too deeply", object = "" } = {},
): Error {
  return failure("nested-too-deep", subject, {
    ...location,
    ...(object !== "" && { object }),
    hint: "Look for a patch or a replacement that inserts an object into itself, or for a path with thousands of elements.",
    cause,
  });
}

export function isOverflow(thrown: unknown): boolean {
  return thrown instanceof RangeError && thrown.message.includes("call stack");
}

/** Without recursion, which would overflow again. */
function deepestOf(top: Node): { depth: number; node: Node } {
  let deepest = { depth: 1, node: top };
  const open = [deepest];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.depth > deepest.depth) deepest = at;
    const { node } = at;
    const depth = at.depth + 1;
    if (node.kind === "seq") for (const item of node.items) open.push({ depth, node: item });
    else if (node.kind === "map") for (const { value } of node.entries) open.push({ depth, node: value });
  }
  return deepest;
}
