/** Writes reports as JSON. */
import type { Report } from "../review/index.ts";
import { jsonChunks as chunksOf } from "../text/index.ts";

/**
 * The report of `diff` in parts that belong together: one line for each change, target and group. So a report with many targets
 * is small, two reports can be compared by lines, and no text is longer than the largest change. Equal reports have equal bytes.
 */
export function jsonChunks(report: Report): Generator<string, void> {
  return chunksOf(report);
}
