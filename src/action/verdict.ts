/** Which problems of targets fail the step. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Report, TargetReport } from "../review/report.ts";
import type { FailOn } from "./inputs.ts";

/**
 * The problems of all targets at the head, for annotations. Those of severity `error` fail the step, so an error that
 * shall not do so becomes a warning. A target that fails at the base only is a notice: its problems are gone at the head.
 */
export function targetDiagnostics(report: Report, failOn: FailOn): Diagnostic[] {
  return report.targets.flatMap((target) => {
    if (target.status === "removed") return [];
    if (target.status === "failed-at-base") return [incomparable(target)];
    if (target.status !== "failed" || fails(target, failOn)) return target.diagnostics;
    return target.diagnostics.map((diagnostic) =>
      diagnostic.severity === "error" ? { ...diagnostic, severity: "warning" as const } : diagnostic,
    );
  });
}

function fails(target: TargetReport, failOn: FailOn): boolean {
  if (failOn === "never") return false;
  return failOn === "error" || target.failedBefore !== true;
}

function incomparable(target: TargetReport): Diagnostic {
  const message = `${target.path} renders now but not at the base, so there is nothing to compare it with`;
  return { code: "failed-at-base", severity: "notice", message };
}
