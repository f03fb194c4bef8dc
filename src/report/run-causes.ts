/** Tells targets whose base another run may render. */
import { dependsOnRun, type TargetReport } from "../review/index.ts";

/**
 * Tells whether the base of a target does not render in this run, although its files may be right: the run may not trust what the
 * base uses, or finds something else there. A base with mistakes in its files was wrong wherever it was rendered.
 */
export function lacksBase({ status, resources, needs, diagnostics }: TargetReport): boolean {
  if (status !== "failed-at-base" && (status !== "removed" || resources.base !== null)) return false;
  if (needs !== undefined) return true;
  return diagnostics.some(({ severity, isNew, code }) => severity === "error" && !isNew && dependsOnRun(code));
}
