/** Compares two trees: renders both sides of each target that the change affects, and compares them. */
import { processPool } from "../budget/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { BuildOptions } from "../engine/index.ts";
import { type Deadline, renderSides, type Setback, type SideName, type Trees } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import type { Report, Side, TrustChange } from "./report.ts";
import { Reviewer } from "./reviewer.ts";

/** The parts of the work on a target. */
export type WorkStage = SideName | "review";

/** What a plan says of a target. */
export interface PlannedTarget {
  readonly path: string;
  readonly affected: boolean;
  readonly why: string;
}

export interface ComparisonInput {
  readonly trees: Trees;
  readonly sides: Readonly<Record<SideName, Side>>;
  readonly targets: readonly PlannedTarget[];
  /** For both sides. */
  readonly build: BuildOptions;
  /** In addition, for one side. */
  readonly options?: Partial<Readonly<Record<SideName, BuildOptions>>>;
  readonly concurrency?: number | undefined;
  /** When the report must be there. */
  readonly deadline?: Deadline | undefined;
  readonly setbacks?: Readonly<Record<WorkStage, Setback>> | undefined;
  /** Called before and after each part of the work on a target. */
  readonly onWork?: ((event: "start" | "end", stage: WorkStage, target: string) => void) | undefined;
  /** Called when the work on a target is done. */
  readonly onProgress?: ((done: number, total: number, target: string) => void) | undefined;
  /** Receives each rendering of the head once, before it is dropped. */
  readonly onHead?: ((rendering: Rendering) => void) | undefined;
  /** What the change edits of the trust in functions. */
  readonly trust?: readonly TrustChange[];
  readonly notes?: readonly Diagnostic[];
}

/** The part of the time that is left for what comes after the last target: causes, and the texts of the report. */
const RESERVED_TIME = 0.1;

/**
 * Returns the report of all targets, in path order. Memory follows the largest targets and the distinct changes: a rendering is
 * dropped when it is compared.
 */
export async function compareTrees(input: ComparisonInput): Promise<Report> {
  const { trees, sides, build, options, concurrency, setbacks, onWork, onProgress, trust = [], notes = [] } = input;
  const reviewer = new Reviewer(build.pool ?? processPool(), build.timeoutSeconds);
  const planned = new Map<string, PlannedTarget>();
  for (const target of input.targets) {
    if (target.affected) planned.set(target.path, target);
    else reviewer.skip({ path: target.path, why: target.why });
  }
  const deadline = before(input.deadline, RESERVED_TIME);
  const rendering = {
    build,
    ...options,
    concurrency,
    deadline,
    setbacks,
    first: setbacks?.review.first,
    onWork,
    onProgress,
  };
  await renderSides(trees, [...planned.keys()], rendering, (visit, base, head) => {
    const { target, isLast } = visit;
    const { path, why } = planned.get(target) as PlannedTarget;
    const lost = setbacks?.review.lost.get(target);
    onWork?.("start", "review", target);
    const compared: Rendering = lost === undefined ? head : { status: "failed", target, diagnostics: [lost] };
    const isDone = reviewer.compare({ path, why }, base, compared, { seconds: visit.seconds(), deadline, isLast });
    onWork?.("end", "review", target);
    if (isDone) input.onHead?.(head);
    return isDone;
  });
  return reviewer.report({ base: sides.base, head: sides.head, trust, notes });
}

/** A deadline that leaves a part of the time. */
function before(deadline: Deadline | undefined, part: number): Deadline | undefined {
  if (deadline === undefined) return undefined;
  return { ...deadline, at: deadline.at - part * deadline.totalSeconds * 1000 };
}
