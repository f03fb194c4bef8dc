/** Writes the report in all its formats, and the rendered manifests, into an existing directory. */
import { join } from "node:path";
import type { RedactionRule } from "../configuration/index.ts";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { withholdSecrets } from "../manifests/index.ts";
import { type Chunks, ManifestWriter, type Rendering, writeFileAtomically } from "../render/index.ts";
import { htmlChunks, jsonChunks, type Links, patchChunks, sarifChunks } from "../report/index.ts";
import { type Report } from "../review/index.ts";
import { MANIFESTS } from "./output-directory.ts";
import type { Outputs } from "./outputs.ts";

/**
 * Writes `report.md`, `report.html`, `report.json`, `report.sarif` and `changes.patch`. One that cannot be written does not prevent the others.
 * @param problems gets what cannot be written, with the code `output-unwritable`
 * @returns the outputs that name the files
 */
export function writeReportFiles(
  directory: string,
  report: Report,
  markdown: string,
  links: Links,
  problems: Diagnostic[],
): Outputs {
  const write = (output: keyof Outputs, name: string, text: Chunks): Outputs => {
    const path = join(directory, name);
    try {
      writeFileAtomically(path, text);
      return { [output]: path };
    } catch (thrown) {
      problems.push(...diagnosticsOf(thrown));
      return {};
    }
  };
  return {
    "report-dir": directory,
    ...write("markdown-path", "report.md", () => [markdown]),
    ...write("html-path", "report.html", () => htmlChunks(report, { links })),
    ...write("json-path", "report.json", () => jsonChunks(report)),
    ...write("sarif-path", "report.sarif", () => sarifChunks(report)),
    ...write("diff-path", "changes.patch", () => patchChunks(report)),
  };
}

/** Writes the manifests of the head as they are rendered. */
export interface HeadManifests {
  write(rendering: Rendering): void;
  readonly outputs: Outputs;
}

/**
 * A function of its own: a target whose name makes this fail must not cost the reports.
 * @param targets all that may be written
 * @param redaction what to withhold besides Secrets
 * @param problems gets those of single targets, and those of the directory, without which nothing is written
 */
export function openManifests(
  directory: string,
  targets: readonly string[],
  redaction: readonly RedactionRule[],
  problems: Diagnostic[],
): HeadManifests {
  const path = join(directory, MANIFESTS);
  let writer: ManifestWriter;
  try {
    writer = new ManifestWriter(path, targets);
  } catch (thrown) {
    problems.push(...diagnosticsOf(thrown));
    return { write() {}, outputs: {} };
  }
  return {
    outputs: { "manifests-dir": path },
    write(rendering) {
      if (rendering.status !== "rendered") return;
      try {
        // Workflows upload them as an artifact, and everyone who can read the repository can read that.
        writer.write(withholdSecrets(rendering, redaction));
      } catch (thrown) {
        problems.push(...diagnosticsOf(thrown));
      }
    },
  };
}
