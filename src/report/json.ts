/** Writes reports as JSON. Their schemas are in docs/schemas/. */
import type { Report } from "../review/index.ts";
import type { RenderReport } from "./render-report.ts";

/** JSON with two spaces of indentation and a final newline. Equal reports have equal bytes. */
export function jsonReport(report: Report | RenderReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
