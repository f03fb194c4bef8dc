/** Reports as JSON, for programs; docs/schemas/ has their schemas. */
import type { Report } from "../review/index.ts";
import type { RenderReport } from "./render-report.ts";

/** Two spaces, keys in the order of the report, a newline at the end: the same report, the same bytes. */
export function jsonReport(report: Report | RenderReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
