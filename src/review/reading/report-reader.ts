/** Reads the report of a diff that another run wrote. */
import { planOf } from "../plan/index.ts";
import type { Report } from "../report.ts";
import { invalid, parseData } from "./bounds.ts";
import { checkReferences } from "./report-checks.ts";
import { checkVersion, shapeProblem } from "./shape.ts";
import { withIds } from "./target-checks.ts";
import { validateReport } from "./validators.ts";

/**
 * Reads a report, such as `report.json` of another job. The text may come from anyone: its size, depth, types, ids, paths and
 * numbers are checked, and fields that this version does not know are dropped. What is returned is a report as `review` makes
 * it; its texts are those of the file, which the writers escape.
 *
 * @throws KrmError `report-invalid`, with the place in the file and what is wrong there
 */
export function parseReport(data: string | Uint8Array): Report {
  const report = parseData(data);
  checkVersion(report);
  if (!validateReport(report)) throw invalid(shapeProblem(validateReport.errors?.[0]));
  // The validator has checked this.
  const known = withPlan(withIds(report as Report));
  checkReferences(known);
  return known;
}

/** Gives its plan to the report of an earlier version. */
function withPlan(report: Omit<Report, "plan"> & Partial<Pick<Report, "plan">>): Report {
  const { plan = planOf(report) } = report;
  return { ...report, plan };
}
