/** Writes reports as JSON. Their schemas are in docs/schemas/. */
import type { Report } from "../review/index.ts";
import { jsonChunks as chunksOf } from "../text/index.ts";
import type { RenderReport } from "./render-report.ts";

/** The report of `render`, with two spaces of indentation and a final newline. Equal reports have equal bytes. */
export function renderJson(report: RenderReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/**
 * The report of `diff` in parts that belong together: one line for each change, target and group. So a report with many targets
 * is small, two reports can be compared by lines, and no text is longer than the largest change. Equal reports have equal bytes.
 */
export function jsonChunks(report: Report): Generator<string, void> {
  return chunksOf(report);
}
