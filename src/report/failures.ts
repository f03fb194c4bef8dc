/** Groups failing targets by their errors: a broken base breaks each of its overlays. */
import { type Diagnostic, formatDiagnostic } from "../diagnostics.ts";
import type { TargetReport } from "../review/index.ts";

/** Targets that fail with the same messages, and have the same history at the base. */
export interface Failure {
  readonly targets: readonly [TargetReport, ...TargetReport[]];
  /** The errors that each of the targets has. */
  readonly errors: readonly Diagnostic[];
}

/** Groups the targets; groups are in the order of their first targets. */
export function gatherFailures(targets: readonly TargetReport[]): Failure[] {
  const failures = new Map<string, { targets: [TargetReport, ...TargetReport[]]; errors: readonly Diagnostic[] }>();
  for (const target of targets) {
    const errors = target.diagnostics.filter(({ severity }) => severity === "error");
    const { status, failedBefore, resources } = target;
    const key = JSON.stringify([status, failedBefore, resources.base === null, errors.map(formatDiagnostic)]);
    const same = failures.get(key);
    if (same === undefined) failures.set(key, { targets: [target], errors });
    else same.targets.push(target);
  }
  return [...failures.values()];
}
