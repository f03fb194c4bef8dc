/** Runs the action: from two commits to files, a summary, a comment and outputs. */
import { join, resolve } from "node:path";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import {
  type Context,
  type Environment,
  type GitHub,
  type GitHubOptions,
  type MarkdownWriter,
  type Runner,
  writeSummary,
} from "../github/index.ts";
import { type Deadline, writeFileAtomically } from "../render/index.ts";
import { type Links, markdownReport } from "../report/index.ts";
import { compareTrees, planAll, type Report } from "../review/index.ts";
import {
  createHelm,
  defaultStoreDirectory,
  gitTree,
  type HelmOptions,
  lazyRemotes,
  type OpenRemotes,
  openRepository,
  type Repository,
  SAFE_PROTOCOLS,
  treeNotes,
} from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { StoreOptions } from "../store/index.ts";
import { TARGET_FILE_NAMES } from "../targets/index.ts";
import { updateComment } from "./comment.ts";
import { type FunctionConsent, functionConsent, mayBeByStrangers, refuseUntrusted } from "./consent.ts";
import { checkFunctionInputs, openActionFunctions } from "./functions.ts";
import type { Inputs } from "./inputs.ts";
import { type Locks, openLocks } from "./locks.ts";
import { prepareOutputDirectory, prepareOutputFile } from "./output-directory.ts";
import { countsOf, type Outputs } from "./outputs.ts";
import { type HeadManifests, openManifests, writeReportFiles } from "./report-files.ts";
import { findSides, type Sides } from "./sides.ts";
import type { Progress, Setbacks } from "./supervision.ts";
import { targetDiagnostics } from "./verdict.ts";

/** The ports of the action to everything but git and the disk. */
export interface Ports {
  readonly runner: Runner;
  readonly connectGitHub: (options: GitHubOptions) => Promise<GitHub>;
  /** The value of GITHUB_STEP_SUMMARY. */
  readonly summaryFile: string | undefined;
  /** All variables of the runner. Only the client of the Actions cache gets its tokens. */
  readonly environment: Environment;
  /** The environment for git and helm. */
  readonly gitEnvironment: Environment;
  /** Receives the progress of the work. */
  readonly progress?: Progress;
  /** The targets that ended earlier processes; none if absent. */
  readonly setbacks?: Setbacks;
  /** When the first process of the run started, in milliseconds as Date.now() counts; now if absent. */
  readonly startedAt?: number;
}

export interface Outcome {
  readonly outputs: Outputs;
  /** The diagnostics to annotate. One of severity `error` fails the step. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Renders both sides, and writes the report, the manifests, the summary and the comment. Each of these is written even
 * if another one fails; the failure is among the diagnostics.
 * @throws KrmError when there is nothing to report on: a revision does not exist, a pattern matches no target, or the output
 *   directory is unusable
 */
export async function run(given: Inputs, context: Context, ports: Ports): Promise<Outcome> {
  const { inputs, diagnostics: refusals } = refuseUntrusted(given, context);
  const { comparison } = context;
  const { runner } = ports;
  if (comparison.kind === "nothing") return { outputs: {}, diagnostics: comparison.notes };
  await checkFunctionInputs(inputs);
  const directory = prepareOutputDirectory(context.workspace, inputs.outputDirectory);
  const repository = await openRepository(resolve(context.workspace, inputs.workingDirectory), {
    env: ports.gitEnvironment,
    log: (line) => runner.log(line),
  });
  try {
    const sides = await findSides(repository, comparison, inputs);
    runner.log(`base ${describe(sides.base)}\nhead ${describe(sides.head)}`);
    if (sides.base.sha === sides.head.sha) runner.log("they are the same commit: there is nothing to compare");
    const consent = functionConsent(inputs, context);
    const lockFile = inputs.lockOut && prepareOutputFile(context.workspace, directory, inputs.lockOut);
    const problems: Diagnostic[] = [];
    const compared = await compare(repository, sides, { inputs, consent, directory, problems }, context, ports);
    const { report, catalogDigests, locks, manifests } = compared;
    const markdown = markdownWriter(report, context);
    const counts = countsOf(report);
    const files = await keepGoing(problems, () =>
      writeReportFiles(directory, report, markdown(Number.MAX_SAFE_INTEGER).text, linksOf(context), problems),
    );
    problems.push(...((await keepGoing(problems, () => finishLock(lockFile, compared, runner))) ?? []));
    const summary = await keepGoing(problems, () => writeSummary(ports.summaryFile, markdown));
    // Whoever approves a change of what may run must see it, also where no manifest changes.
    const changed = counts.changed === "true" || report.trust !== undefined;
    const failed = counts.failed === "true";
    const connect = ports.connectGitHub;
    const comment = await updateComment({ inputs, context, changed, failed, markdown, connect });
    runner.log(`report in ${directory}\n${comment.logLine}`);
    return {
      outputs: {
        ...counts,
        ...files,
        ...manifests.outputs,
        "catalog-digests": JSON.stringify(Object.fromEntries(catalogDigests)),
        truncated: String(summary?.truncated ?? false),
        ...comment.outputs,
      },
      diagnostics: [
        ...comparison.notes,
        ...refusals,
        ...consent.diagnostics,
        ...locks.diagnostics,
        ...(report.notes ?? []),
        ...targetDiagnostics(report, inputs.failOn),
        ...problems,
        ...limitSeverity(comment.diagnostics, inputs),
      ],
    };
  } finally {
    repository.close();
  }
}

/** Adds a failure to `problems` and goes on: the other ways to present the result may still work. */
async function keepGoing<T>(problems: Diagnostic[], work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    problems.push(...diagnosticsOf(thrown));
    return undefined;
  }
}

interface Comparison {
  readonly report: Report;
  readonly manifests: HeadManifests;
  readonly catalogDigests: ReadonlyMap<string, string>;
  readonly locks: Locks;
  /** Whether a target failed at the head. */
  readonly failed: boolean;
}

/** Writes the lock of the head where one is wanted. @returns notices about the lock that it was held to */
function finishLock(
  file: string | undefined,
  { locks, failed }: Comparison,
  { log }: Pick<Runner, "log">,
): readonly Diagnostic[] {
  if (failed) {
    if (file !== undefined) log("the lock is not written, because a target fails");
    return [];
  }
  const { text, diagnostics } = locks.finish();
  if (file !== undefined) writeFileAtomically(file, text);
  return diagnostics;
}

interface Work {
  readonly inputs: Inputs;
  readonly consent: FunctionConsent;
  /** The output directory. */
  readonly directory: string;
  /** Gets what goes wrong beside the targets. */
  readonly problems: Diagnostic[];
}

async function compare(
  repository: Repository,
  sides: Sides,
  { inputs, consent, directory, problems }: Work,
  context: Context,
  ports: Ports,
): Promise<Comparison> {
  const { base, head } = sides;
  const { runner, gitEnvironment } = ports;
  const noticed = treeNotes(TARGET_FILE_NAMES);
  const headTree = noticed.observe(await gitTree(repository, head.sha, labelled(head)));
  const baseTree = noticed.observe(await gitTree(repository, base.sha, labelled(base)));
  const { locked, lockOut } = inputs;
  const isWritten = lockOut !== undefined;
  const { isPrivileged } = consent;
  const locks = await openLocks({ base: baseTree, head: headTree, locked, isWritten, isPrivileged });
  const plan = await planAll({ base: baseTree, head: headTree }, inputs.targets);
  runner.log(describePlan(plan));
  // Both sides share one helm: equal charts with equal values are rendered once, so random values in them do not differ.
  const helm = inputs.enableHelm
    ? {
        helm: createHelm({
          command: "helm",
          cwd: "/",
          env: gitEnvironment,
          configHome: "private",
          pulls: pullsOf(inputs),
        }),
      }
    : undefined;
  // Both sides share one port: otherwise a branch that moves between two fetches would show as a change.
  const remotes = inputs.remote ? remotesFor(inputs, ports, context) : undefined;
  const baselineOf = async (side: FunctionConsent["trustedSide"]): Promise<Tree | undefined> => {
    if (side === "head") return undefined;
    return side === "base" || sides.tip === base.sha ? baseTree : gitTree(repository, sides.tip, "the base branch");
  };
  // Both sides share the functions: equal calls run once.
  const functions = openActionFunctions({
    inputs,
    consent,
    baseline: await baselineOf(consent.trustedSide),
    workspace: context.workspace,
    store: storeOf(ports, context),
    environment: gitEnvironment,
    runner,
    caching: {
      environment: ports.environment,
      save: inputs.functions.cacheSave,
      isUntrusted: mayBeByStrangers(context),
    },
  });
  try {
    const { loadRestrictor, concurrency, timeoutSeconds, strict } = inputs;
    const compareTrust = async () => (base.sha === head.sha ? [] : functions.trustChanges(baseTree, headTree));
    const trust = (await keepGoing(problems, compareTrust)) ?? [];
    const affected = plan.targets.filter((target) => target.affected).map(({ path }) => path);
    const manifests = openManifests(directory, affected, problems);
    let failed = false;
    const report = await compareTrees({
      trees: { base: base.sha === head.sha ? headTree : baseTree, head: headTree },
      sides: { base, head },
      ...plan,
      build: { loadRestrictor, timeoutSeconds, helm, remotes, functions },
      // Strict at the head only: a base with mistakes can still be compared with.
      options: { head: { strict, uses: locks.head }, base: { uses: locks.base } },
      concurrency,
      deadline: deadlineOf(inputs.totalTimeoutSeconds, ports.startedAt),
      setbacks: ports.setbacks,
      onWork: (event, stage, target) => ports.progress?.({ event, stage, target }),
      onHead(rendering) {
        failed ||= rendering.status === "failed";
        manifests.write(rendering);
      },
      trust,
      noticed,
    });
    return { report, manifests, catalogDigests: functions.catalogDigests(), locks, failed };
  } finally {
    helm?.helm.close();
    // What was compared is presented also if something stays behind.
    await keepGoing(problems, () => functions.close());
    await keepGoing(problems, () => remotes?.close());
  }
}

function describePlan({ targets, doubt }: Awaited<ReturnType<typeof planAll>>): string {
  const affected = targets.filter((target) => target.affected).length;
  const total = targets.length;
  const all = `${total} ${total === 1 ? "target" : "targets"}`;
  if (affected < total) return `${affected} of ${all} ${affected === 1 ? "is" : "are"} affected`;
  return doubt === undefined ? all : `${all}, all to be rendered: ${doubt}`;
}

/** @param startedAt when the run began, in milliseconds as Date.now() counts */
function deadlineOf(totalSeconds: number | undefined, startedAt = Date.now()): Deadline | undefined {
  if (totalSeconds === undefined) return undefined;
  const start = performance.now() - (Date.now() - startedAt);
  return { at: start + totalSeconds * 1000, totalSeconds };
}

/** Limits of the store, because nobody runs `krm-render cache prune` on a runner. */
const STORE_LIMITS = { days: 30, bytes: 16 * 1024 ** 3 };

/** Pulling a chart needs the same consent as fetching any other remote resource. */
function pullsOf({ remote, allowPrivateHosts }: Inputs): HelmOptions["pulls"] {
  return remote ? { protocols: ["https"], privateHosts: allowPrivateHosts } : "refused";
}

/**
 * A self-hosted runner keeps what was fetched. Each repository has a scope of its own in the store, since repositories
 * differ in what they may read. Runs without secrets have another one: they must not read what a run fetched with secrets.
 */
function storeOf({ gitEnvironment }: Ports, { owner, repository, comparison }: Context): StoreOptions {
  const untrusted = comparison.kind === "pull-request" ? (comparison.readOnly ?? "") : "";
  const tools = gitEnvironment["RUNNER_TOOL_CACHE"];
  const directory = tools ? join(tools, "krm-render") : defaultStoreDirectory(gitEnvironment);
  return { directory, scope: `${owner}/${repository}${untrusted && ` ${untrusted}`}`, keep: STORE_LIMITS };
}

function remotesFor(inputs: Inputs, ports: Ports, context: Context): OpenRemotes {
  const { runner, gitEnvironment } = ports;
  return lazyRemotes({
    store: storeOf(ports, context),
    untrusted: true,
    rules: { protocols: SAFE_PROTOCOLS, privateHosts: inputs.allowPrivateHosts, allowHosts: inputs.allowHosts },
    env: gitEnvironment,
    log: (line) => runner.log(line),
  });
}

/** Leaves out times and everything else that differs from run to run: otherwise each run would edit the comment. */
function markdownWriter(report: Report, context: Context): MarkdownWriter {
  const links = linksOf(context);
  const fullReport = `[the summary and the files of the run](${context.runUrl})`;
  return (maxBytes) => markdownReport(report, { maxBytes, links, fullReport });
}

function linksOf({ serverUrl, owner, repository, runUrl }: Context): Links {
  const home = `${serverUrl}/${owner}/${repository}`;
  return {
    commit: (sha) => `${home}/commit/${sha}`,
    blob(sha, file, line) {
      if (isRemoteFile(file)) return undefined;
      const path = file.split("/").map(encodeURIComponent).join("/");
      return `${home}/blob/${sha}/${path}${line === undefined ? "" : `#L${line}`}`;
    },
    run: runUrl,
  };
}

/** Files of other repositories and of web servers are named by their URLs. */
function isRemoteFile(file: string): boolean {
  return file.includes("//");
}

function describe({ sha, label, reason }: Sides["base"]): string {
  return `${sha} (${reason}, ${label})`;
}

function labelled({ sha, label }: Sides["base"]): string {
  return `${label} (${sha.slice(0, 7)})`;
}

/** Turns errors into warnings where the input `fail-on` is `never`. */
function limitSeverity(diagnostics: readonly Diagnostic[], { failOn }: Inputs): readonly Diagnostic[] {
  if (failOn !== "never") return diagnostics;
  return diagnostics.map((diagnostic) =>
    diagnostic.severity === "error" ? { ...diagnostic, severity: "warning" } : diagnostic,
  );
}
