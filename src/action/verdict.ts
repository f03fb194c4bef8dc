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
    const wasBroken = target.status === "failed" && target.failedBefore === true;
    return target.diagnostics.map((diagnostic) => ({ ...diagnostic, severity: weigh(diagnostic, failOn, wasBroken) }));
  });
}

/** What was broken before the change is not the change's fault: it weighs as a warning does. */
function weigh({ severity }: Diagnostic, failOn: FailOn, wasBroken: boolean): Diagnostic["severity"] {
  if (severity === "notice") return severity;
  if (failOn === "warning") return "error";
  return failOn === "never" || wasBroken ? "warning" : severity;
}

function incomparable(target: TargetReport): Diagnostic {
  const message = `${target.path} renders now but not at the base, so there is nothing to compare it with`;
  return { code: "failed-at-base", severity: "notice", message };
}
