/** Finds mistakes in the steps of workflows that run this action. */
import { formerInput, isInput, readSettingsText, SETTINGS, type SettingName } from "../../configuration/index.ts";
import { diagnosticsOf } from "../../diagnostics.ts";
import { nearest } from "../../text/index.ts";
import {
  CONSENTS,
  countedFiles,
  MANUAL_SOURCES,
  type Needs,
  type OwnStep,
  type Permissions,
  type WorkflowFile,
} from "../survey/index.ts";

export interface WorkflowProblem {
  readonly severity: "problem" | "warning";
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly remedy: string;
}

/** Events of pull requests that run without secrets, and those that a stranger can cause in a run that has them. */
const PULL_REQUEST_EVENTS: ReadonlySet<string> = new Set(["pull_request", "pull_request_target", "issue_comment"]);

/**
 * The mistakes of one workflow, in the order of its lines.
 * @param needs the needs that inputs must allow; undefined to check no needs
 */
export function workflowProblems(
  { file, events, own }: WorkflowFile,
  needs: Needs | undefined,
): readonly WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  for (const step of own) {
    const mode = modeOf(step);
    const report = (severity: WorkflowProblem["severity"], message: string, remedy: string): void =>
      void problems.push({ severity, file, line: step.line, message, remedy });
    checkReference(step, report);
    checkInputs(step, report);
    checkPermissions(step, events, mode, report);
    if (events.includes("pull_request_target"))
      report(
        "warning",
        "pull_request_target gives the job a token that can write, for pull requests of strangers",
        "Use `pull_request`, and see docs/reference/action.md for pull requests from forks.",
      );
    if (mode === "review" && !events.some((event) => PULL_REQUEST_EVENTS.has(event) || event.startsWith("merge")))
      report("warning", "no pull request starts this workflow, so there are no comments", "Add `on: pull_request`.");
    if (mode === "review") checkArtifact(step, report);
    if (mode === "review" && needs !== undefined) checkNeeds(step, needs, report);
  }
  return problems;
}

/** The mode of a step. */
export function modeOf({ inputs }: OwnStep): string {
  return inputs.get("mode") || "review";
}

type Report = (severity: WorkflowProblem["severity"], message: string, remedy: string) => void;

function checkReference({ ref, uses }: OwnStep, report: Report): void {
  if (/^(?:[0-9a-f]{40}|v\d+(?:\.\d+){0,2})$/.test(ref)) return;
  report(
    "warning",
    `the step uses ${uses.includes("/") ? `the revision ${JSON.stringify(ref)}` : uses}, which can change at any time`,
    "Use a version such as @v1, or a commit.",
  );
}

function checkInputs({ inputs }: OwnStep, report: Report): void {
  try {
    readSettingsText(inputs.get("settings") ?? "");
  } catch (thrown) {
    for (const { message, hint } of diagnosticsOf(thrown))
      report("problem", message, hint ?? "docs/reference/action.md lists the settings.");
  }
  const known = (Object.keys(SETTINGS) as SettingName[]).filter(isInput);
  for (const name of inputs.keys()) {
    // GitHub reads names in any case.
    const lower = name.toLowerCase();
    if (known.some((each) => each === lower)) continue;
    const instead = formerInput(lower);
    if (instead !== undefined) {
      report("problem", `${JSON.stringify(name)} is no longer an input of the action, so the step fails`, instead);
      continue;
    }
    const near = nearest(name, known);
    const remedy =
      near === undefined ? "docs/reference/action.md lists the inputs." : `Write \`${near}\`, if you mean that.`;
    report("warning", `the action has no input ${JSON.stringify(name)}, so this has no effect`, remedy);
  }
}

function checkPermissions(
  { permissions, inputs }: OwnStep,
  events: readonly string[],
  mode: string,
  report: Report,
): void {
  if (permissions === undefined)
    return report(
      "warning",
      "neither the workflow nor the job names permissions, so the defaults of the repository count",
      "Add `permissions: {contents: read, pull-requests: write}`.",
    );
  if (permissions === "write-all")
    return report(
      "warning",
      "the job may do everything",
      "Write `permissions: {contents: read, pull-requests: write}` instead of `write-all`.",
    );
  const isOfOtherRun = mode === "comment" && (inputs.get("reports") ?? "") === "";
  const isOfOwnRun = mode === "comment" && !isOfOtherRun;
  if (!isOfOwnRun && !may(permissions, "contents", "read"))
    report("problem", "the job may not read the repository", "Add `contents: read` to its permissions.");
  const comments = (mode === "review" || mode === "merge" || mode === "comment") && inputs.get("comment") !== "never";
  const isAboutPullRequests = isOfOtherRun || events.some((event) => PULL_REQUEST_EVENTS.has(event));
  if (comments && isAboutPullRequests && !may(permissions, "pull-requests", "write"))
    report("problem", "the job may not comment", "Add `pull-requests: write` to its permissions.");
  if (isOfOtherRun && !may(permissions, "actions", "read"))
    report("problem", "the job may not find the run that rendered", "Add `actions: read` to its permissions.");
  if (inputs.get("check") === "true" && !may(permissions, "checks", "write"))
    report("problem", "the job may not write check runs", "Add `checks: write` to its permissions.");
}

function may(permissions: Permissions, name: string, access: "read" | "write"): boolean {
  if (typeof permissions === "string") return permissions === "write-all" || access === "read";
  const granted = permissions.get(name);
  return granted === "write" || granted === access;
}

function checkArtifact({ inputs, uploads }: OwnStep, report: Report): void {
  const name = inputs.get("artifact-name") ?? "";
  if (name !== "" && uploads.length === 0)
    report(
      "problem",
      "the comment links to an artifact that no later step uploads",
      "Add a step with actions/upload-artifact, as `krm-render init` shows it.",
    );
  else if (
    name !== "" &&
    !uploads.includes(name) &&
    uploads.every((each) => !each.includes("${{")) &&
    !name.includes("${{")
  )
    report("problem", "the artifact-name is not the name that the later step uploads", "Give both the same name.");
  else if (name === "" && inputs.get("shard") === undefined && inputs.get("comment") !== "never")
    report(
      "warning",
      "the files of the run are not kept, so a comment that is cut cannot name the rest",
      "Set `artifact-name`, and upload `report-dir` with actions/upload-artifact.",
    );
}

function checkNeeds({ inputs }: OwnStep, needs: Needs, report: Report): void {
  const given = (name: string): string => inputs.get(name) ?? "";
  const { charts, remotes, functions } = CONSENTS;
  if (needs.charts !== undefined && !charts.allows(given(charts.input)))
    report(
      "warning",
      `Helm charts are not inflated, and ${countedFiles(needs.charts, "uses", "use")} them`,
      charts.remedy,
    );
  if (needs.remotes !== undefined && !remotes.allows(given(remotes.input)))
    report("warning", "sources of other repositories are not fetched, and kustomizations use some", remotes.remedy);
  else if (needs.manualRemotes !== undefined && !MANUAL_SOURCES.areAllowed(given(remotes.input)))
    report("warning", `kustomizations use ${MANUAL_SOURCES.what}, which are not fetched`, MANUAL_SOURCES.remedy);
  if (
    needs.functions !== undefined &&
    !functions.allows(given(functions.input)) &&
    !inputs.get("plugins")?.includes("alpha")
  )
    report(
      "warning",
      `no function runs, and ${countedFiles(needs.functions, "has", "have")} configs of functions`,
      functions.remedy,
    );
}
