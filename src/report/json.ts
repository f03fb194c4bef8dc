/** Writes reports as JSON. */
import type { Change, Report } from "../review/index.ts";
import { jsonChunks as chunksOf } from "../text/index.ts";

/**
 * The report of `diff` in parts that belong together: one line for each change, target and group. So a report with many targets
 * is small, two reports can be compared by lines, and no text is longer than the largest change. Equal reports have equal bytes.
 */
export function jsonChunks(report: Report): Generator<string, void> {
  return chunksOf({ ...report, changes: report.changes.map(withoutSurroundings) });
}

/** The unchanged lines around hunks are for people who look at one, and would be most of the file. */
function withoutSurroundings(change: Change): Change {
  return { ...change, hunks: change.hunks.map(({ above: _above, below: _below, isCut: _cut, ...hunk }) => hunk) };
}
