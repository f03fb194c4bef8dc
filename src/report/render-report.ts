/** The report of the command `render`: the targets and the files that they were written to. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Failed, Rendered } from "../render/rendering.ts";

const RENDER_REPORT_VERSION = 1;

/** The file that holds the manifests of a target. */
export interface RenderedFile {
  /** Relative to the report. */
  readonly file: string;
  /** The SHA-256 of the file's bytes, in lower-case hexadecimal. */
  readonly sha256: string;
}

export interface RenderReport {
  readonly version: typeof RENDER_REPORT_VERSION;
  /** In path order. */
  readonly targets: readonly RenderReportTarget[];
}

export interface RenderReportTarget {
  readonly path: string;
  readonly status: "rendered" | "failed";
  /** Null for a target that failed: nothing was written. */
  readonly file: string | null;
  readonly sha256: string | null;
  /** How many objects the file holds; null for a target that failed. */
  readonly resources: number | null;
  readonly diagnostics: readonly Diagnostic[];
}

export type RenderOutcome =
  | { readonly rendering: Rendered; readonly written: RenderedFile }
  | { readonly rendering: Failed };

/** The report of `render`, sorted by path. Its schema is docs/schemas/render-report.schema.json. */
export function renderReport(outcomes: readonly RenderOutcome[]): RenderReport {
  const targets = outcomes.map(targetOf);
  targets.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { version: RENDER_REPORT_VERSION, targets };
}

function targetOf(outcome: RenderOutcome): RenderReportTarget {
  const { target: path, diagnostics } = outcome.rendering;
  if (!("written" in outcome)) {
    return { path, status: "failed", file: null, sha256: null, resources: null, diagnostics };
  }
  const { file, sha256 } = outcome.written;
  return { path, status: "rendered", file, sha256, resources: outcome.rendering.resources.length, diagnostics };
}
