/** Compares the renderings of two revisions. This is the only way from renderings to a report. */
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
  /** Called before and after the work on a target. */
  readonly onProgress?: (event: "start" | "end", target: string) => void;
}

/**
 * Returns the report of all changes, with targets in path order. The report holds neither values of Secrets nor digests of
 * them; decision 0006 says what that covers. Takes time linear in the size of the renderings.
 */
export function review(input: ReviewInput): Report {
  const { onProgress } = input;
  const targets = input.renderings.map(({ base, head }) => {
    onProgress?.("start", head.target);
    const report = reviewTarget(base, head);
    onProgress?.("end", head.target);
    return report;
  });
  targets.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { version: REPORT_VERSION, base: input.base, head: input.head, targets };
}
