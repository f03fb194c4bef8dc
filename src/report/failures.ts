/** Targets that fail, gathered by their cause: a broken base breaks each of its overlays. */
import { type Diagnostic, formatDiagnostic } from "../diagnostics.ts";
import type { TargetReport } from "../review/index.ts";

/** Targets that fail in the same way with the same messages. */
export interface Failure {
  readonly targets: readonly [TargetReport, ...TargetReport[]];
  /** Of each of them. */
  readonly errors: readonly Diagnostic[];
}

/** In the order of the first target of each. */
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
