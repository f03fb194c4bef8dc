/** The action's outputs: paths, booleans and counts. All of them are set in every run, whatever became of it. */
import type { Runner } from "../github/index.ts";
import type { Report } from "../review/report.ts";

/** Every output with the value it has until something is known. */
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
} as const;

export type Outputs = Partial<Record<keyof typeof OUTPUT_DEFAULTS, string>>;

/** Sets every output, those that are not given to their defaults. */
export function setOutputs(runner: Runner, outputs: Outputs): void {
  for (const [name, value] of Object.entries({ ...OUTPUT_DEFAULTS, ...outputs })) runner.setOutput(name, value);
}

/** What a report counts. */
export function countsOf(report: Report): Outputs {
  const { targets } = report;
  const changes = targets.flatMap((target) => target.changes);
  const count = (op: string) => String(changes.filter((change) => change.op === op).length);
  const failed = targets.filter(({ status }) => status === "failed").length;
  // What renders again has changed, though nobody can say from what.
  const changed = targets.filter(({ status }) => status !== "unchanged" && status !== "failed").length;
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
