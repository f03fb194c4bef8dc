/** Compares what two revisions render to. The only way from renderings to a report. */
import type { Rendering } from "../render/rendering.ts";
import { REPORT_VERSION, type Report, type Side } from "./report.ts";
import { reviewTarget } from "./target.ts";

export { type ChangeGroup, groupChanges } from "./groups.ts";
export * from "./report.ts";

export interface ReviewInput {
  readonly base: Side;
  readonly head: Side;
  /** Every target that was asked for, on both sides. */
  readonly renderings: readonly { readonly base: Rendering; readonly head: Rendering }[];
}

/**
 * The report of what changed, in path order. It holds no value of a Secret and no digest of one (decision 0006 tells what
 * that covers and what not), whatever is done with it afterwards. Linear in the size of the renderings.
 */
export function review(input: ReviewInput): Report {
  const targets = input.renderings.map(({ base, head }) => reviewTarget(base, head));
  targets.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { version: REPORT_VERSION, base: input.base, head: input.head, targets };
}
