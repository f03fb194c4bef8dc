/** Makes and writes the report of the command `render`. */
import type { Failed, Rendered } from "./rendering.ts";
import type { RenderReport, RenderReportTarget } from "./report-schema.ts";
import { compareIds, type Target } from "./target.ts";

/** The file that holds the manifests of a target. */
export interface RenderedFile {
  /** Relative to the report. */
  readonly file: string;
  /** The SHA-256 of the file's bytes, in lower-case hexadecimal. */
  readonly sha256: string;
}

export type RenderOutcome = { readonly target: Target } & (
  | { readonly rendering: Rendered; readonly written: RenderedFile }
  | { readonly rendering: Failed }
);

/** The report of `render`: directories by path, then deployments by id. */
export function renderReport(outcomes: readonly RenderOutcome[]): RenderReport {
  const targets = outcomes.map(targetOf);
  targets.sort((a, b) => compareIds(a.id, b.id));
  return { version: 1, targets };
}

/** The report with two spaces of indentation and a final newline. Equal reports have equal bytes. */
export function renderJson(report: RenderReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function targetOf(outcome: RenderOutcome): RenderReportTarget {
  const { diagnostics } = outcome.rendering;
  const { id, path, deployment } = outcome.target;
  const about = { id, path, ...(deployment !== undefined && { deployment }) };
  if (!("written" in outcome)) {
    return { ...about, status: "failed", file: null, sha256: null, resources: null, diagnostics };
  }
  const { file, sha256 } = outcome.written;
  return { ...about, status: "rendered", file, sha256, resources: outcome.rendering.resources.length, diagnostics };
}
