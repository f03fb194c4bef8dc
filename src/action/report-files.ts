/** Writes the report in all its formats, and the rendered manifests, into an existing directory. */
import { join } from "node:path";
import type { RedactionRule } from "../configuration/index.ts";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { withholdSecrets } from "../manifests/index.ts";
import { type Chunks, ManifestWriter, type Rendering, writeFileAtomically } from "../render/index.ts";
import { htmlChunks, jsonChunks, type Links, patchChunks, sarifChunks } from "../report/index.ts";
import type { Report } from "../review/index.ts";
import type { ManifestPlace } from "../shards/index.ts";
import { REPORT_FILES } from "./output-directory.ts";
import type { Outputs } from "./outputs.ts";

/**
 * Writes the {@link REPORT_FILES}. One that cannot be written does not prevent the others.
 * @param problems gets what cannot be written, with the code `output-unwritable`
 * @param left what is not written
 * @returns the outputs that name the files
 */
export function writeReportFiles(
  directory: string,
  report: Report,
  markdown: string,
  links: Links,
  problems: Diagnostic[],
  left: readonly (keyof typeof REPORT_FILES)[] = [],
): Outputs {
  const write = (output: keyof typeof REPORT_FILES, text: Chunks): Outputs => {
    if (left.includes(output)) return {};
    const path = join(directory, REPORT_FILES[output]);
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
    ...write("markdown-path", () => [markdown]),
    ...write("html-path", () => htmlChunks(report, { links })),
    ...write("json-path", () => jsonChunks(report)),
    ...write("sarif-path", () => sarifChunks(report)),
    ...write("diff-path", () => patchChunks(report)),
  };
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
