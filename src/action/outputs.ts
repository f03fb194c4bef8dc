/** The action's outputs: paths, booleans and counts. Every run sets all of them, also a run that fails. */
import type { Runner } from "../github/index.ts";
import type { ReportFormat } from "../report/index.ts";
import { isSilenced, type Report } from "../review/report.ts";
import { compareBytewise } from "../text/index.ts";

/** Every output with the value that it has in a run that fails early. */
export const OUTPUT_DEFAULTS = {
  changed: "false",
  failed: "false",
  truncated: "false",
  targets: "0",
  "targets-changed": "0",
  "targets-failed": "0",
  "resources-added": "0",
  "resources-removed": "0",
  "resources-changed": "0",
  "base-sha": "",
  "head-sha": "",
  "report-dir": "",
  "markdown-path": "",
  "html-path": "",
  "json-path": "",
  "diff-path": "",
  "manifests-dir": "",
  "comment-id": "",
  "comment-url": "",
  dangers: "0",
  "danger-level": "",
  "danger-ids": "[]",
  "warnings-new": "0",
  "sarif-path": "",
  "catalog-digests": "{}",
  "archive-path": "",
  "archive-digest": "",
  "statement-path": "",
  "predicate-path": "",
  "checksums-path": "",
  "oci-reference": "",
} as const;

export type Outputs = Partial<Record<keyof typeof OUTPUT_DEFAULTS, string>>;

/** Sets every output; those that are not given get their defaults. @throws KrmError `output-unwritable` */
export function setOutputs(runner: Pick<Runner, "setOutputs">, outputs: Outputs): void {
  runner.setOutputs({ ...OUTPUT_DEFAULTS, ...outputs });
}

/** The outputs that name the files of a report. */
const REPORT_PATHS = {
  markdown: "markdown-path",
  html: "html-path",
  json: "json-path",
  sarif: "sarif-path",
  patch: "diff-path",
} as const satisfies Readonly<Record<ReportFormat, keyof Outputs>>;

/** The outputs that name the output directory, and the reports that were written. */
export function pathsOf(directory: string, reports: ReadonlyMap<ReportFormat, string> = new Map()): Outputs {
  const paths = [...reports].map(([format, path]) => [REPORT_PATHS[format], path]);
  return { "report-dir": directory, ...Object.fromEntries(paths) };
}

/** The output `catalog-digests`: the same for any order in which catalogs were used. */
export function digestsText(digests: Iterable<readonly [reference: string, digest: string]>): string {
  return JSON.stringify(Object.fromEntries([...digests].sort(([a], [b]) => compareBytewise(a, b))));
}

/** The most keys of dangers in an output. A job can have outputs of 1 MiB together. */
const MAX_DANGER_IDS = 100;

/** The outputs that follow from a report: counts, commits and the keys of dangers. */
export function countsOf(report: Report): Outputs {
  const { targets } = report;
  const ops = new Map(report.changes.map(({ id, op }) => [id, op]));
  const changes = targets.flatMap((target) => target.changes);
  const count = (op: string) => String(changes.filter((id) => ops.get(id) === op).length);
  const failed = targets.filter(({ status }) => status === "failed").length;
  // `failed-at-base` included: a target that renders again has changed.
  const changed = targets.filter(
    ({ status }) => status !== "unchanged" && status !== "unaffected" && status !== "failed",
  ).length;
  // The report has the highest level first. One danger in several targets can be several dangers with one key.
  const dangers = report.dangers.filter((danger) => !isSilenced(danger));
  const keys = [...new Set(dangers.map(({ key }) => key))];
  return {
    changed: String(changed > 0),
    failed: String(failed > 0),
    targets: String(targets.length),
    "targets-changed": String(changed),
    "targets-failed": String(failed),
    "resources-added": count("added"),
    "resources-removed": count("removed"),
    "resources-changed": count("changed"),
    dangers: String(dangers.length),
    "danger-level": dangers[0]?.level ?? "",
    "danger-ids": JSON.stringify(keys.slice(0, MAX_DANGER_IDS)),
    "warnings-new": String(report.figures.newWarnings),
    "base-sha": report.base.sha ?? "",
    "head-sha": report.head.sha ?? "",
  };
}
