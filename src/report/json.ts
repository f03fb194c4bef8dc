/** Writes reports as JSON. Their schemas are in docs/schemas/. */
import type { Report } from "../review/index.ts";
import type { RenderReport } from "./render-report.ts";

/** The report of `render`, with two spaces of indentation and a final newline. Equal reports have equal bytes. */
export function renderJson(report: RenderReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/**
 * The report of `diff` in parts that belong together: one line for each change, target and group. So a report with many targets
 * is small, two reports can be compared by lines, and no text is longer than the largest change. Equal reports have equal bytes.
 */
export function* jsonChunks(report: Report): Generator<string, void> {
  let separator = "{";
  for (const [name, value] of Object.entries(report) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${separator}\n  ${JSON.stringify(name)}: `;
    separator = ",";
    if (Array.isArray(value)) yield* listChunks(value);
    else yield JSON.stringify(value);
  }
  yield "\n}\n";
}

function* listChunks(items: readonly unknown[]): Generator<string, void> {
  let separator = "[";
  for (const item of items) {
    yield `${separator}\n    ${JSON.stringify(item)}`;
    separator = ",";
  }
  yield items.length === 0 ? "[]" : "\n  ]";
}
