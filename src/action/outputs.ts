/** The action's outputs: paths, booleans and counts. Every run sets all of them, also a run that fails. */
import type { Runner } from "../github/index.ts";
import type { Report } from "../review/report.ts";

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
  "catalog-digests": "{}",
} as const;

export type Outputs = Partial<Record<keyof typeof OUTPUT_DEFAULTS, string>>;

/** Sets every output; those that are not given get their defaults. */
export function setOutputs(runner: Runner, outputs: Outputs): void {
  for (const [name, value] of Object.entries({ ...OUTPUT_DEFAULTS, ...outputs })) runner.setOutput(name, value);
}

/** The outputs that follow from a report: counts and commits. */
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
  return {
    changed: String(changed > 0),
    failed: String(failed > 0),
    targets: String(targets.length),
    "targets-changed": String(changed),
    "targets-failed": String(failed),
    "resources-added": count("added"),
    "resources-removed": count("removed"),
    "resources-changed": count("changed"),
    "base-sha": report.base.sha ?? "",
    "head-sha": report.head.sha ?? "",
  };
}
