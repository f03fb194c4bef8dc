/** Makes and writes the report of the command `render`. */
import type { Failed, Rendered } from "./rendering.ts";
import type { RenderReport, RenderReportTarget } from "./report-schema.ts";

/** The file that holds the manifests of a target. */
export interface RenderedFile {
  /** Relative to the report. */
  readonly file: string;
  /** The SHA-256 of the file's bytes, in lower-case hexadecimal. */
  readonly sha256: string;
}

export type RenderOutcome =
  | { readonly rendering: Rendered; readonly written: RenderedFile }
  | { readonly rendering: Failed };

/** The report of `render`, sorted by path. */
export function renderReport(outcomes: readonly RenderOutcome[]): RenderReport {
  const targets = outcomes.map(targetOf);
  targets.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { version: 1, targets };
}

/** The report with two spaces of indentation and a final newline. Equal reports have equal bytes. */
export function renderJson(report: RenderReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function targetOf(outcome: RenderOutcome): RenderReportTarget {
  const { target: path, diagnostics } = outcome.rendering;
  if (!("written" in outcome)) {
    return { path, status: "failed", file: null, sha256: null, resources: null, diagnostics };
  }
  const { file, sha256 } = outcome.written;
  return { path, status: "rendered", file, sha256, resources: outcome.rendering.resources.length, diagnostics };
}
