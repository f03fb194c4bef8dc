/** Runs one function: writes its input, reads its output, and reports its failure and results. */
import { type Diagnostic, KrmError, type Location, logText } from "../diagnostics.ts";
import { identify, type Resource } from "../resource/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import type { Budget } from "./budget.ts";
import { configFailure } from "./config-problems.ts";
import { resultsWithoutSecrets, withoutSecrets } from "./masked-output.ts";
import type { ProgramOutcome, Runnable } from "./program.ts";
import type { Protocol } from "./protocol.ts";
import { repeated } from "./repeated-program.ts";
import { type FailOn, failureText, isFailing, programProblems, resultDiagnostics } from "./reports.ts";
import type { FunctionRun } from "./results-file.ts";
import type { Caller, Schedule } from "./schedule.ts";
import type { FunctionRequest, FunctionStep } from "./step.ts";
import { keyOf } from "./wire/identity.ts";
import { type Changes, generated } from "./wire/merge-output.ts";
import { warnOfOddValues } from "./wire/odd-values.ts";
import { type FunctionOutput, readFailedOutput, readOutput } from "./wire/output.ts";
import type { FunctionResult } from "./wire/results.ts";
import { type Sent, send } from "./wire/sent.ts";
import { checkUnchanged } from "./wire/unchanged.ts";

/** A function that is ready to run. */
export interface Prepared extends Runnable {
  readonly title: string;
  readonly request: FunctionRequest;
  /** The place that declares the function. */
  readonly location: Location;
  readonly protocol: Protocol;
}

/** The ports and options that all steps of a run share. */
export interface Surroundings {
  readonly schedule: Schedule;
  /** Receives every call, for the results file. */
  readonly record: (run: FunctionRun) => void;
  readonly failOn: FailOn;
  /** True if each call is made twice and compared. */
  readonly verifyIdempotent?: boolean | undefined;
  readonly budgetOf: (build: object) => Budget;
  /** Receives standard error of functions that succeed, line by line and safe to print. */
  readonly log: (line: string) => void;
}

export function createStep(prepared: Prepared, surroundings: Surroundings): FunctionStep {
  const { title, request, location, protocol } = prepared;
  const { withoutPaths, readAsIs } = protocol;
  const merging = { title, location, warn: request.warn, withoutPaths, readAsIs };
  const sendAll = (resources: readonly Resource[]): Sent[] => resources.map((each) => send(each, request.origins));
  return {
    title,
    async generate() {
      const output = await run(prepared, surroundings, []);
      const items = protocol.returned?.(output.items, []) ?? output.items;
      if (items.length === 0) request.warn(nothingMade(prepared));
      warnOfOddValues(items, [], merging);
      return generated(items, merging);
    },
    async transform(resources) {
      const sent = sendAll(resources.items);
      const output = await run(prepared, surroundings, sent);
      if (output.isSkipped) return NO_CHANGES;
      const items = protocol.returned?.(output.items, sent) ?? output.items;
      if (sent.length > 0 && items.length === 0) reportRemovalOfAll(prepared, output.isEmpty);
      warnOfOddValues(items, sent, merging);
      return protocol.merge(resources, sent, items, merging);
    },
    async validate(resources) {
      const sent = sendAll(resources.items);
      const output = await run(prepared, surroundings, sent);
      if (output.isSkipped || output.items.length === 0) return;
      const items = protocol.returned?.(output.items, sent) ?? output.items;
      checkUnchanged(sent, sent.length === 0 ? withoutConfig(items, request) : items, resources.schemas, merging);
    },
  };
}

/** Drops the config, which is sent if there are no objects and may come back (docs/specification/wire-format.md 2.6). */
function withoutConfig(items: readonly MapNode[], { config }: FunctionRequest): readonly MapNode[] {
  return items.filter((item) => keyOf(identify(item, config.schemas)) !== keyOf(config.id));
}

const NO_CHANGES: Changes = { added: [], stated: [], removed: [] };

/** For a transformer that returns nothing. kustomize silently deletes all objects (docs/specification/wire-format.md 3.5). */
function reportRemovalOfAll(prepared: Prepared, isEmpty: boolean): void {
  const { title, request, location } = prepared;
  if (isEmpty) {
    const message = `${subjectOf(prepared)} printed nothing, which would delete all objects`;
    const hint = "Print all objects, changed or not. List a function that only checks under `validators`.";
    throw problem(prepared, "function-output", message, hint);
  }
  request.warn({
    code: "function-removes-all",
    severity: "warning",
    message: `${title} returns no objects, so all objects are deleted`,
    ...location,
  });
}

function nothingMade({ title, location }: Prepared): Diagnostic {
  return { code: "function-makes-nothing", severity: "notice", message: `${title} makes no objects`, ...location };
}

/** Names the function, its role and the kustomization: several kustomizations may list one config. */
function subjectOf({ title, request: { phase, root } }: Prepared): string {
  const directory = root.tree.display(root.path);
  return `${title}, a ${phase.role}${directory === "." ? "" : ` of ${directory}`},`;
}

function problem({ request, location }: Prepared, code: string, message: string, hint?: string): KrmError {
  return configFailure(code, request.config, message, hint, location);
}

interface Output extends FunctionOutput {
  /** Set if the function had nothing to do; see {@link Protocol.refusal}. */
  readonly isSkipped?: true;
}

/** @throws KrmError `function-failed` with the results of the function, `function-output`, `function-limit` */
async function run(prepared: Prepared, surroundings: Surroundings, sent: readonly Sent[]): Promise<Output> {
  const { title, location, request, protocol, program, identity } = prepared;
  const { schedule, record, failOn, log } = surroundings;
  const called = surroundings.verifyIdempotent ? repeated(program) : program;
  const caller = callerOf(prepared, surroundings);
  const printed = await schedule.run(called, identity, protocol.input(sent), caller);
  const outcome = withoutSecrets(printed, sent, request);
  request.claim();
  const refusal = protocol.refusal?.(outcome);
  if (refusal === "skip") return { items: [], results: [], isEmpty: true, isSkipped: true };
  const hasFailed = outcome.exitCode !== 0 || outcome.problem !== undefined;
  const output = hasFailed ? outputOfFailed(outcome) : outputOf(prepared, outcome);
  const results = resultsWithoutSecrets(output.results, sent, request);
  const { exitCode, stderr } = outcome;
  record({ type: protocol.type, title: program.title, exitCode, stderr, results });
  const place = { title, location, root: request.root, resources: sent.map(({ resource }) => resource) };
  const diagnostics = await resultDiagnostics(results, place, (result) => severityOf(result, hasFailed, failOn));
  request.claim();
  if (hasFailed) {
    const hint =
      outcome.problem === "timeout"
        ? "Find out what it waits for, or allow more time with --function-timeout."
        : (refusal?.hint ?? outcome.hint);
    const subject = subjectOf(prepared);
    const reasons = outcome.diagnostics
      ? programProblems(subject, outcome, location, request.config.describe())
      : problem(prepared, "function-failed", failureText(subject, outcome), hint).diagnostics;
    throw new KrmError([...reasons, ...diagnostics]);
  }
  if (results.some((result) => isFailing(result, failOn))) throw new KrmError(diagnostics);
  const lines = stderr === "" ? [] : stderr.replace(/\r?\n$|\r$/, "").split(/\r\n|\r|\n/);
  for (const line of lines) log(logText(`${program.title}: ${line}`.trimEnd()));
  for (const diagnostic of diagnostics) request.warn(diagnostic);
  return output;
}

/** The build, whose budget the call counts against. `begin` throws KrmError `function-limit`. */
function callerOf(prepared: Prepared, { budgetOf }: Surroundings): Caller {
  const budget = budgetOf(prepared.request.build);
  return {
    ended: prepared.request.ended,
    begin() {
      const limit = budget.take();
      if (limit === undefined) return;
      throw problem(prepared, "function-limit", `${subjectOf(prepared)} is not run: ${limit.reason}`, limit.hint);
    },
    end: (milliseconds) => budget.spend(milliseconds),
  };
}

function outputOf(prepared: Prepared, { stdout }: ProgramOutcome): FunctionOutput {
  try {
    return readOutput(stdout, prepared.location, prepared.protocol);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [first] = thrown.diagnostics;
    const message = `the output of ${subjectOf(prepared)} cannot be used: ${first?.message ?? thrown.message}`;
    throw problem(prepared, "function-output", message, first?.hint);
  }
}

/** An output that was cut off ends within a list, and reading 64 MiB to find that out takes most of a minute. */
function outputOfFailed(outcome: ProgramOutcome): FunctionOutput {
  const isCut = outcome.problem === "output-too-large";
  return { items: [], results: isCut ? [] : readFailedOutput(outcome.stdout), isEmpty: true };
}

/** A result without a severity is an error if the function failed, else an info (docs/specification/results.md 1.1). */
function severityOf(result: FunctionResult, hasFailed: boolean, failOn: FailOn): Diagnostic["severity"] {
  const { severity = hasFailed ? "error" : "info" } = result;
  if (isFailing(result, failOn)) return "error";
  if (severity === "error") return hasFailed ? "error" : "warning";
  return severity === "warning" ? "warning" : "notice";
}
