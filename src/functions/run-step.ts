/** One function at work: its input is made, its output read, and what it says is told. */
import { type Diagnostic, failure, KrmError } from "../diagnostics.ts";
import type { Resource } from "../resource/resource.ts";
import type { MapNode } from "../yaml/node.ts";
import type { Program, ProgramOutcome } from "./program.ts";
import { type FailOn, failureText, inert, isFailing, resultDiagnostics } from "./reports.ts";
import type { FunctionRun } from "./results-file.ts";
import type { Schedule } from "./schedule.ts";
import type { FunctionSpecification } from "./specification/function-specification.ts";
import { reservedFields } from "./specification/read-specification.ts";
import type { FunctionRequest, FunctionStep } from "./step.ts";
import { generated, mergeBack } from "./wire/merge.ts";
import { type FunctionOutput, readOutput } from "./wire/output.ts";
import { functionConfig, resourceList } from "./wire/resource-list.ts";
import type { FunctionResult } from "./wire/results.ts";
import { annotatedConfig, type Sent, send } from "./wire/sent.ts";
import { checkUnchanged } from "./wire/unchanged.ts";

/** A function that may be run. */
export interface Prepared {
  readonly title: string;
  readonly request: FunctionRequest;
  readonly specification: FunctionSpecification;
  readonly program: Program;
  /** Beside the input, what makes two runs the same. */
  readonly identity: readonly unknown[];
}

/** What all steps of a run share. */
export interface Surroundings {
  readonly schedule: Schedule;
  /** Every call is added to it. */
  readonly runs: FunctionRun[];
  readonly failOn: FailOn;
  readonly log: (line: string) => void;
}

export function createStep(prepared: Prepared, surroundings: Surroundings): FunctionStep {
  const { title, request, specification } = prepared;
  const { location } = specification;
  const merging = { title, location, warn: request.warn };
  const sendAll = (resources: readonly Resource[]): Sent[] => resources.map((each) => send(each, request.origins));
  return {
    title,
    async generate() {
      const { items } = await run(prepared, surroundings, []);
      return generated(items, merging);
    },
    async transform(resources) {
      const sent = sendAll(resources.items);
      const { items, isEmpty } = await run(prepared, surroundings, sent);
      if (sent.length > 0 && items.length === 0) suspectWipe(prepared, isEmpty);
      return mergeBack(resources, sent, items, merging);
    },
    async validate(resources) {
      const sent = sendAll(resources.items);
      const { items } = await run(prepared, surroundings, sent);
      if (items.length > 0) checkUnchanged(sent, items, resources.schemas, merging);
    },
  };
}

/** kustomize takes an empty output for the wish to delete everything, and so hides many a mistake. */
function suspectWipe(prepared: Prepared, isEmpty: boolean): void {
  const { title, request, specification } = prepared;
  if (isEmpty) {
    throw problem(
      prepared,
      "function-output",
      `${title} ended well and printed nothing, which would delete all objects`,
      "Print the objects, changed or not. A function that only checks belongs under `validators`.",
    );
  }
  request.warn({
    code: "function-removes-all",
    severity: "warning",
    message: `${title} returns no objects: all that there were are deleted`,
    ...specification.location,
  });
}

function problem({ request, specification }: Prepared, code: string, message: string, hint?: string): KrmError {
  return failure(code, message, { ...specification.location, object: request.config.describe(), hint });
}

/** @throws KrmError `function-failed`, with the results that say why, or `function-output` */
async function run(prepared: Prepared, surroundings: Surroundings, sent: readonly Sent[]): Promise<FunctionOutput> {
  const { request, specification, program, identity, title } = prepared;
  const { schedule, runs, failOn, log } = surroundings;
  const config = annotatedConfig(request.config, request.origins);
  const seen = functionConfig(config, reservedFields(request.config.node as MapNode));
  const stdin = resourceList(
    sent.map(({ node }) => node),
    seen,
  );
  const outcome = await schedule.run(program, identity, stdin);
  const hasFailed = outcome.exitCode !== 0 || outcome.problem !== undefined;
  const output = hasFailed ? outputOfFailed(prepared, outcome) : outputOf(prepared, outcome);
  const { results } = output;
  runs.push({ type: specification.type, title: program.title, outcome, results });
  const diagnostics = await diagnosticsOf(prepared, results, sent, (result) => severityOf(result, hasFailed, failOn));
  if (hasFailed) {
    const hint =
      outcome.problem === "timeout" ? "Look for what it waits for, or allow more time: --function-timeout." : undefined;
    const reason = problem(prepared, "function-failed", failureText(title, outcome), hint);
    throw new KrmError([...reason.diagnostics, ...diagnostics]);
  }
  if (results.some((result) => isFailing(result, failOn))) throw new KrmError(diagnostics);
  for (const line of outcome.stderr.split(/\r\n|\r|\n/)) {
    if (line.trim() !== "") log(`${program.title}: ${inert(line)}`);
  }
  for (const diagnostic of diagnostics) request.warn(diagnostic);
  return output;
}

function outputOf(prepared: Prepared, { stdout }: ProgramOutcome): FunctionOutput {
  try {
    return readOutput(stdout, prepared.specification.location);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [first] = thrown.diagnostics;
    const message = `the output of ${prepared.title} cannot be used: ${first?.message ?? thrown.message}`;
    throw problem(prepared, "function-output", message, first?.hint);
  }
}

/** Of a function that failed only the results count, if it got as far as to write any (A3.5). */
function outputOfFailed({ specification }: Prepared, { stdout }: ProgramOutcome): FunctionOutput {
  try {
    return readOutput(stdout, specification.location);
  } catch {
    return { items: [], results: [], isEmpty: true };
  }
}

function diagnosticsOf(
  { title, request, specification }: Prepared,
  results: readonly FunctionResult[],
  sent: readonly Sent[],
  severity: (result: FunctionResult) => Diagnostic["severity"],
): Promise<Diagnostic[]> {
  const resources = sent.map(({ resource }) => resource);
  const place = { title, location: specification.location, root: request.root, resources };
  return resultDiagnostics(results, place, severity);
}

/** The schema takes a result without a severity for an error, the library that most functions use for a remark. */
function severityOf(result: FunctionResult, hasFailed: boolean, failOn: FailOn): Diagnostic["severity"] {
  const { severity = hasFailed ? "error" : "info" } = result;
  if (isFailing(result, failOn)) return "error";
  if (severity === "error") return hasFailed ? "error" : "warning";
  return severity === "warning" ? "warning" : "notice";
}
