/** Writes the report in all its forms, and the rendered manifests. */
import { join } from "node:path";
import { writeFileAtomically } from "../render/atomic-file.ts";
import { manifest, type Rendered, type RenderedResource, type Rendering, writeManifests } from "../render/index.ts";
import { htmlReport, jsonReport, type Links, patchReport } from "../report/index.ts";
import { type HashMask, hashMasks } from "../review/names.ts";
import { printValue } from "../review/print.ts";
import { redact } from "../review/redaction.ts";
import type { Report } from "../review/report.ts";
import { MANIFESTS } from "./output-directory.ts";
import type { Outputs } from "./outputs.ts";

/** Writes all files into a directory that is there. Throws `output-unwritable`, `output-unsafe` or `output-collision`. */
export function writeReportFiles(
  directory: string,
  report: Report,
  markdown: string,
  head: readonly Rendering[],
  links: Links,
): Outputs {
  const write = (name: string, text: string) => {
    const path = join(directory, name);
    writeFileAtomically(path, text);
    return path;
  };
  writeManifests(head.map(withoutSecrets), join(directory, MANIFESTS));
  return {
    "report-dir": directory,
    "markdown-path": write("report.md", markdown),
    "html-path": write("report.html", htmlReport(report, { links })),
    "json-path": write("report.json", jsonReport(report)),
    "diff-path": write("changes.patch", patchReport(report)),
    "manifests-dir": join(directory, MANIFESTS),
  };
}

/** These files are made to be uploaded as an artifact, which everybody may read who can read the repository. */
function withoutSecrets(rendering: Rendering): Rendering {
  if (rendering.status !== "rendered" || !mayHoldSecrets(rendering)) return rendering;
  const { resources } = rendering;
  const mask = hashMasks(resources, resources).head;
  return { ...rendering, resources: resources.map((resource) => withoutSecret(resource, mask)) };
}

/** Spares reading everything again: no value is withheld of a rendering that has neither word. */
function mayHoldSecrets(rendering: Rendered): boolean {
  return /Secret|last-applied-configuration/.test(manifest(rendering));
}

/** The object with the hashes of generated Secrets masked, which are digests of their values, and without the values. */
function withoutSecret(resource: RenderedResource, mask: HashMask): RenderedResource {
  const { after, withheld } = redact(undefined, resource.value());
  return { ...resource, yaml: mask(withheld && after !== undefined ? printValue(after) : resource.yaml) };
}
