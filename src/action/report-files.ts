/** Writes the report in all its formats, and the rendered manifests, into an existing directory. */
import { join } from "node:path";
import type { RedactionRule } from "../configuration/index.ts";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { withholdSecrets } from "../manifests/index.ts";
import { ManifestWriter, type Rendering, writeFileAtomically } from "../render/index.ts";
import { type Links, type ReportFormat, reportFiles } from "../report/index.ts";
import type { Report } from "../review/index.ts";
import type { ManifestPlace } from "../shards/index.ts";
import type { Outputs } from "./outputs.ts";

/** The outputs that name the files of a report. */
const OUTPUTS = {
  markdown: "markdown-path",
  html: "html-path",
  json: "json-path",
  sarif: "sarif-path",
  patch: "diff-path",
} as const satisfies Readonly<Record<ReportFormat, keyof Outputs>>;

interface Written {
  readonly markdown: string;
  readonly links: Links;
  /** What is not written. */
  readonly left?: ReportFormat;
}

/**
 * Writes the report in all its formats. A file that cannot be written does not prevent the others.
 * @param problems gets what cannot be written, with the code `output-unwritable`
 * @returns the outputs that name the files
 */
export function writeReportFiles(
  directory: string,
  report: Report,
  { markdown, links, left }: Written,
  problems: Diagnostic[],
): Outputs {
  const outputs: Record<string, string> = { "report-dir": directory };
  for (const { format, name, text } of reportFiles(report, markdown, links)) {
    if (format === left) continue;
    const path = join(directory, name);
    try {
      writeFileAtomically(path, text);
      outputs[OUTPUTS[format]] = path;
    } catch (thrown) {
      problems.push(...diagnosticsOf(thrown));
    }
  }
  return outputs;
}

/** Writes the manifests of the head as they are rendered. */
export interface HeadManifests {
  /** @param base the other side of the target */
  write(rendering: Rendering, base: Rendering): void;
  /** Call it after the last one. @throws KrmError `output-unwritable` */
  finish(): void;
  readonly outputs: Outputs;
}

/**
 * A function of its own: a target whose name makes this fail must not cost the reports.
 * @param place makes the directory
 * @param targets all whose manifests may be written, also by other shards
 * @param redaction what to withhold besides Secrets
 * @param problems gets those of single targets, and those of the directory, without which nothing is written
 */
export function openManifests(
  place: () => ManifestPlace,
  targets: readonly string[],
  redaction: readonly RedactionRule[],
  problems: Diagnostic[],
): HeadManifests {
  let writer: ManifestWriter;
  let placed: ManifestPlace;
  try {
    placed = place();
    writer = new ManifestWriter(placed.directory, targets);
  } catch (thrown) {
    problems.push(...diagnosticsOf(thrown));
    return { write() {}, finish() {}, outputs: {} };
  }
  return {
    outputs: { "manifests-dir": placed.directory },
    finish: () => placed.finish(),
    write(rendering, base) {
      if (rendering.status !== "rendered") return;
      try {
        // Workflows upload them as an artifact, and everyone who can read the repository can read that.
        writer.write(withholdSecrets(rendering, redaction, base));
      } catch (thrown) {
        problems.push(...diagnosticsOf(thrown));
      }
    },
  };
}
