/** Compares the renderings of two revisions. This is the only way from renderings to a report. */
import { type MemoryPool, openBudget, processPool } from "../budget/index.ts";
import { type Diagnostic, diagnosticsOf, failure } from "../diagnostics.ts";
import { type Deadline, shareOf, sizeOf, timeIsUp } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import { assembleReport } from "./assembly.ts";
import { OriginCauses } from "./origin-causes.ts";
import type { Report, Side, TargetReport, TrustChange } from "./report.ts";
import { ChangeStore } from "./store.ts";
import { type ReviewedTarget, reviewTarget } from "./target.ts";

export { assembleReport, type ReportParts } from "./assembly.ts";
export { isMove, type OriginalName } from "./grouping/index.ts";
export * from "./report.ts";
export { ChangeStore, type NewChange } from "./store.ts";

export interface ReviewInput {
  readonly base: Side;
  readonly head: Side;
  /** Every target that was asked for, on both sides. */
  readonly renderings: readonly { readonly base: Rendering; readonly head: Rendering }[];
  /** Called before and after the work on a target. */
  readonly onProgress?: (event: "start" | "end", target: string) => void;
  /** The limit for the comparison of one target. Unlimited if absent. */
  readonly timeoutSeconds?: number | undefined;
  /** When all targets must be compared; those that are not fail. */
  readonly deadline?: Deadline | undefined;
  readonly pool?: MemoryPool;
  /** What the change edits of the trust in functions. */
  readonly trust?: readonly TrustChange[];
}

/** The part of the memory that must be left for the next targets and for the texts of the report. */
const RESERVE = 0.4;

/**
 * Returns the report of all changes, with targets in path order. The report holds neither values of Secrets nor digests of
 * them; decision 0006 says what that covers. Takes time linear in the size of the renderings. A target whose comparison takes
 * too much time or memory becomes one that failed. Small targets are compared first, so that the large ones cannot use up
 * what these need.
 */
export function review(input: ReviewInput): Report {
  const { onProgress, pool = processPool() } = input;
  const order = input.renderings
    .map(({ base, head }) => ({ base, head, size: sizeOf(base) + sizeOf(head) }))
    .sort((a, b) => a.size - b.size);
  const store = new ChangeStore();
  const causes = new OriginCauses();
  const targets = order.map(({ base, head }, index): TargetReport => {
    onProgress?.("start", head.target);
    const seconds = shareOf(input.deadline, order.length - index, input.timeoutSeconds);
    const { changes, ...report } =
      seconds === 0 && input.deadline !== undefined
        ? failed(base, head, [timeIsUp(`${head.target} was not compared`, head.target, input.deadline)])
        : withinLimits(base, head, seconds, pool);
    const ids = changes.map(({ change, cause }) => {
      const id = store.add(change);
      causes.note(id, report.path, cause);
      return id;
    });
    onProgress?.("end", head.target);
    return { ...report, changes: ids };
  });
  const { trust = [] } = input;
  return assembleReport({ base: input.base, head: input.head, targets, store, causes: causes.list(), trust });
}

/** Why a target is in the report. */
const WHY = "selected";

function withinLimits(base: Rendering, head: Rendering, seconds: number | undefined, pool: MemoryPool): ReviewedTarget {
  const path = head.target;
  const share = pool.share(1);
  const hint = "Look for content that is repeated many times, or compare the files of the repository.";
  const budget = openBudget({
    seconds,
    late: () =>
      failure("build-timeout", `the comparison of ${path} was stopped: it takes more than ${seconds} seconds`, {
        file: path,
        hint,
      }),
    tooLarge: () =>
      failure("build-too-large", `the comparison of ${path} was stopped: its changes are too large for this machine`, {
        file: path,
        hint,
      }),
    memory: { ...share, more: () => (share.has(pool.limit * RESERVE) ? share.more() : 0) },
  });
  try {
    return budget.run(() => reviewTarget(base, head, WHY));
  } catch (thrown) {
    return failed(
      base,
      head,
      diagnosticsOf(budget.refusal ?? thrown).map((one) => ({ file: path, ...one })),
    );
  } finally {
    budget.close();
  }
}

/** The report of a target that could not be compared. */
function failed(base: Rendering, head: Rendering, diagnostics: readonly Diagnostic[]): ReviewedTarget {
  const countOf = (side: Rendering) => (side.status === "rendered" ? side.resources.length : null);
  const resources = { base: countOf(base), head: countOf(head) };
  return { path: head.target, status: "failed", failedBefore: false, why: WHY, resources, changes: [], diagnostics };
}
