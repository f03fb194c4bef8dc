/** Runs Starlark programs that change a ResourceList. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Node } from "../yaml/index.ts";
import { dataOfNode } from "./data-of-node.ts";
import { type Dialect, FUNCTIONS } from "./dialect.ts";
import type { Failure, Place } from "./program.ts";
import type { Reply } from "./run-request.ts";
import { LIMITS, type Limits } from "./values/meter.ts";

export { type Dialect, FUNCTIONS, KPT, KUSTOMIZE } from "./dialect.ts";
export { decodeSource } from "./syntax/source-text.ts";

export interface StarlarkRequest {
  readonly source: string;
  /** The path of the file with `source`, as the user would write it. */
  readonly filename: string;
  /** A map with `items` and `functionConfig`. It is not modified. */
  readonly resourceList: Node;
  /** The environment variables that the program can read. */
  readonly environment?: ReadonlyMap<string, string>;
  readonly dialect?: Dialect;
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal | undefined;
  /** The bundle that the thread runs; `dist/starlark.js` by default. Unbundled sources use no thread without it. */
  readonly entry?: URL;
}

export interface StarlarkResult extends Omit<Reply, "failures"> {
  /**
   * The reasons why there is no output. Codes: `starlark-syntax`, `starlark-failed`, `starlark-limit`,
   * `starlark-result`.
   */
  readonly problems: readonly Diagnostic[];
  /** The calls around the first problem, the innermost last. */
  readonly trace: readonly Place[];
}

/**
 * Runs a program on a ResourceList, in a thread that is terminated when the time limit is over. Problems of the program
 * are returned, not thrown.
 * @throws KrmError for a list that cannot be passed to a program, and the reason of an aborted signal
 */
export async function runStarlark(request: StarlarkRequest): Promise<StarlarkResult> {
  const { runInWorker } = await import("./worker.ts");
  const { source, filename } = request;
  const { dialect = FUNCTIONS, signal, entry } = request;
  const limits = { ...LIMITS, ...request.limits };
  const resourceList = dataOfNode(request.resourceList);
  const environment = new Map(request.environment);
  const reply = await runInWorker({ source, dialect, limits, resourceList, environment }, signal, entry);
  const { failures, ...result } = reply;
  const problems = failures.map((failure) => diagnosticOf(failure, filename));
  return { ...result, problems, trace: failures[0]?.trace ?? [] };
}

/**
 * Reads a program without running it, in a thread that is terminated when the time limit is over.
 * @returns the problems that keep it from starting: `starlark-syntax`, `starlark-limit`
 */
export async function checkStarlark({
  source,
  filename,
  dialect = FUNCTIONS,
}: Pick<StarlarkRequest, "source" | "filename" | "dialect">): Promise<readonly Diagnostic[]> {
  const { runInWorker } = await import("./worker.ts");
  const request = { source, dialect, limits: LIMITS, resourceList: null, environment: new Map(), isCheck: true };
  const { failures } = await runInWorker(request, undefined);
  return failures.map((failure) => diagnosticOf(failure, filename));
}

const CODES = {
  syntax: "starlark-syntax",
  failed: "starlark-failed",
  limit: "starlark-limit",
  result: "starlark-result",
} as const;

/** The most outer calls that a message shows. */
const MAX_CALLS_SHOWN = 10;

/** Makes a diagnostic at the innermost place, with the calls around it in the message. */
function diagnosticOf({ kind, message, hint, trace }: Failure, file: string): Diagnostic {
  const [innermost, ...outer] = trace.toReversed();
  const calls = outer
    .slice(0, MAX_CALLS_SHOWN)
    .map((place, at) => `\n  ${nameOf(trace.at(-1 - at))} was called at ${file}:${place.line}:${place.column}`);
  if (outer.length > MAX_CALLS_SHOWN) calls.push(`\n  and so on, through ${outer.length - MAX_CALLS_SHOWN} more calls`);
  return {
    code: CODES[kind],
    severity: "error",
    message: message + calls.join(""),
    file,
    ...(innermost === undefined ? {} : { line: innermost.line, column: innermost.column }),
    hint,
  };
}

function nameOf(place: Place | undefined): string {
  return place === undefined || place.function === "" ? "it" : place.function;
}
