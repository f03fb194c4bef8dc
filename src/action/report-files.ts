/** Writes the report in all its forms, and the rendered manifests, into a directory that is there. */
import { join } from "node:path";
import { withholdSecrets } from "../manifests/index.ts";
import { type Rendering, writeFileAtomically, writeManifests } from "../render/index.ts";
import { htmlReport, jsonReport, type Links, patchReport } from "../report/index.ts";
import { type Report } from "../review/index.ts";
import { MANIFESTS } from "./output-directory.ts";
import type { Outputs } from "./outputs.ts";

/** Throws `output-unwritable`. */
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

/** Apart from the reports, which shall not suffer from names of targets. Throws as `writeManifests` does. */
export function writeManifestFiles(directory: string, head: readonly Rendering[]): Outputs {
  // To be uploaded as an artifact, which everybody may read who can read the repository.
  const manifests = head.map((rendering) => (rendering.status === "rendered" ? withholdSecrets(rendering) : rendering));
  writeManifests(manifests, join(directory, MANIFESTS));
  return { "manifests-dir": join(directory, MANIFESTS) };
}
