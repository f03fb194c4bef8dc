/** Writes the report in all its formats, and the rendered manifests, into an existing directory. */
import { join } from "node:path";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { withholdSecrets } from "../manifests/index.ts";
import { type Rendering, writeFileAtomically, writeManifests } from "../render/index.ts";
import { htmlReport, jsonReport, type Links, patchReport } from "../report/index.ts";
import { type Report } from "../review/index.ts";
import { MANIFESTS } from "./output-directory.ts";
import type { Outputs } from "./outputs.ts";

/**
 * Writes `report.md`, `report.html`, `report.json` and `changes.patch`. One that cannot be written does not prevent the others.
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
  const write = (output: keyof Outputs, name: string, text: () => string): Outputs => {
    const path = join(directory, name);
    try {
      writeFileAtomically(path, text());
      return { [output]: path };
    } catch (thrown) {
      problems.push(...diagnosticsOf(thrown));
      return {};
    }
  };
  return {
    "report-dir": directory,
    ...write("markdown-path", "report.md", () => markdown),
    ...write("html-path", "report.html", () => htmlReport(report, { links })),
    ...write("json-path", "report.json", () => jsonReport(report)),
    ...write("diff-path", "changes.patch", () => patchReport(report)),
  };
}

/**
 * Writes the manifests of the head. A function of its own: a target whose name makes this fail must not cost the reports.
 * @param problems gets those of single targets
 * @throws KrmError as `writeManifests` does
 */
export function writeManifestFiles(directory: string, head: readonly Rendering[], problems: Diagnostic[]): Outputs {
  // Workflows upload them as an artifact, and everyone who can read the repository can read that.
  const manifests = head.map((rendering) => (rendering.status === "rendered" ? withholdSecrets(rendering) : rendering));
  const { failed } = writeManifests(manifests, join(directory, MANIFESTS));
  for (const { diagnostics } of failed) problems.push(...diagnostics);
  return { "manifests-dir": join(directory, MANIFESTS) };
}
