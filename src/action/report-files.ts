/** Writes the report in all its formats, and the rendered manifests, into an existing directory. */
import { join } from "node:path";
import { withholdSecrets } from "../manifests/index.ts";
import { type Rendering, writeFileAtomically, writeManifests } from "../render/index.ts";
import { htmlReport, jsonReport, type Links, patchReport } from "../report/index.ts";
import { type Report } from "../review/index.ts";
import { MANIFESTS } from "./output-directory.ts";
import type { Outputs } from "./outputs.ts";

/**
 * Writes `report.md`, `report.html`, `report.json` and `changes.patch`.
 * @returns the outputs that name the files
 * @throws KrmError `output-unwritable`
 */
export function writeReportFiles(directory: string, report: Report, markdown: string, links: Links): Outputs {
  const write = (name: string, text: string) => {
    const path = join(directory, name);
    writeFileAtomically(path, text);
    return path;
  };
  return {
    "report-dir": directory,
    "markdown-path": write("report.md", markdown),
    "html-path": write("report.html", htmlReport(report, { links })),
    "json-path": write("report.json", jsonReport(report)),
    "diff-path": write("changes.patch", patchReport(report)),
  };
}

/**
 * Writes the manifests of the head. A function of its own: a target whose name makes this fail must not cost the reports.
 * @throws KrmError as `writeManifests` does
 */
export function writeManifestFiles(directory: string, head: readonly Rendering[]): Outputs {
  // Workflows upload them as an artifact, and everyone who can read the repository can read that.
  const manifests = head.map((rendering) => (rendering.status === "rendered" ? withholdSecrets(rendering) : rendering));
  writeManifests(manifests, join(directory, MANIFESTS));
  return { "manifests-dir": join(directory, MANIFESTS) };
}
