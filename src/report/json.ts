/** The report as JSON, for programs. Its schema is docs/schemas/diff-report.schema.json. */
import type { Report } from "../review/index.ts";

/** Two spaces, keys in the order of the report, a newline at the end: the same report, the same bytes. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
