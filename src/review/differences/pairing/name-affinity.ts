/** How near two names or paths are, to choose among partners with equal contents. */
import { equalEnds } from "../../../collections.ts";
import type { RenderedResource } from "../../../render/rendering.ts";

/** Longer texts are compared at both ends only. */
const MAX_COMPARED = 128;

/** From 0 to less than {@link MAX_AFFINITY}: it decides where contents are equal, and hardly elsewhere. */
export function nameAffinity(base: RenderedResource, head: RenderedResource): number {
  const names = commonEnds(base.baseName, head.baseName);
  const namespaces = commonEnds(base.namespace, head.namespace);
  return (names + namespaces / 2) * (MAX_AFFINITY / 2);
}

const MAX_AFFINITY = 0.001;

/** How near two paths are, from 0 to 1: the directories that both begin or end with, then the names in between. */
export function pathAffinity(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  const { start, end } = equalEnds(left, right);
  const between = [left, right].map((names) => names.slice(start, names.length - end).join("/"));
  const near = Math.min(MAX_NEARNESS, commonEnds(between[0] ?? "", between[1] ?? ""));
  return (start + end + near) / Math.max(left.length, right.length);
}

/** Names that are alike count less than one directory that is equal. */
const MAX_NEARNESS = 0.9;

/** The part of the longer text that is a common start or a common end, from 0 to 1. */
function commonEnds(a: string, b: string): number {
  if (a === b) return 1;
  const { start, end } = endsOf(a, b);
  return (start + end) / Math.max(a.length, b.length);
}

/** The lengths of the common start and of the common end behind it. */
export function endsOf(a: string, b: string): { start: number; end: number } {
  return equalEnds<string>(a, b, Math.min(a.length, b.length, MAX_COMPARED));
}
