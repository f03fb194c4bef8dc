/** Decides which problems of targets fail the step. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Report, TargetReport } from "../review/report.ts";
import type { FailOn } from "./inputs.ts";

/**
 * The problems of all targets at the head, for annotations. Those of severity `error` fail the step, so an error that
 * must not fail it becomes a warning. A target that fails at the base only yields a notice: its problems are solved.
 */
export function targetDiagnostics(report: Report, failOn: FailOn): Diagnostic[] {
  return report.targets.flatMap((target) => {
    if (target.status === "removed") return [];
    if (target.status === "failed-at-base") return [incomparable(target)];
    const wasBroken = target.status === "failed" && target.failedBefore === true;
    return target.diagnostics.map((diagnostic) => ({
      ...diagnostic,
      severity: severityOf(diagnostic, failOn, wasBroken),
    }));
  });
}

/** Errors of a target that failed before the change count as warnings: the change did not cause them. */
function severityOf({ severity }: Diagnostic, failOn: FailOn, wasBroken: boolean): Diagnostic["severity"] {
  if (severity === "notice") return severity;
  if (failOn === "warning") return "error";
  return failOn === "never" || wasBroken ? "warning" : severity;
}

function incomparable(target: TargetReport): Diagnostic {
  const message = `${target.path} renders now but not at the base, so there is nothing to compare it with`;
  return { code: "failed-at-base", severity: "notice", message };
}
