/** Reports as their files have them, for tests that read these. */
import { jsonChunks } from "../../src/report/json.ts";
import type { Report } from "../../src/review/index.ts";

/** The content of `report.json`: the report without the lines around its hunks. */
export function asWritten(report: Report): Report {
  return JSON.parse([...jsonChunks(report)].join("")) as Report;
}
