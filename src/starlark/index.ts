/** Functions that are written in Starlark: programs that change a ResourceList. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Node } from "../yaml/index.ts";
import { type Dialect, FUNCTIONS } from "./dialect.ts";
import { ofNode } from "./nodes.ts";
import type { Failure, Place } from "./program.ts";
import { LIMITS, type Limits } from "./values/meter.ts";

export { type Dialect, FUNCTIONS, KPT, KUSTOMIZE } from "./dialect.ts";
export { LIMITS, type Limits } from "./values/meter.ts";

export interface StarlarkRequest {
  readonly source: string;
  /** The file that `source` was read from, as the user would name it. */
  readonly filename: string;
  /** A map with `items` and `functionConfig`. It is not changed. */
  readonly resourceList: Node;
  /** The variables that the program may see. */
  readonly environment?: ReadonlyMap<string, string>;
  readonly dialect?: Dialect;
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal | undefined;
  /** What the thread runs, if that is not `dist/starlark.js`. Sources that run as they are have no thread without it. */
  readonly entry?: URL;
}

export interface StarlarkResult {
  /** What the program made of the list, in YAML; undefined if there are problems. Only `items` and `results` mean anything. */
  readonly output: string | undefined;
  /** Why there is no list: of code `starlark-syntax`, `starlark-failed`, `starlark-limit` or `starlark-result`. */
  readonly problems: readonly Diagnostic[];
  /** The calls in which the first problem happened, the innermost last. */
  readonly trace: readonly Place[];
  /** What it printed, line by line; `cut` says that more was not kept. */
  readonly printed: readonly string[];
  readonly cut: boolean;
  /** How much it did, out of the limit. */
  readonly steps: number;
}

/**
 * Runs a program over a ResourceList, in a thread that is ended when it takes too long.
 *
 * @throws KrmError for a list that cannot be given to a program, and the reason of an aborted signal
 */
export async function runStarlark(request: StarlarkRequest): Promise<StarlarkResult> {
  const { inWorker } = await import("./worker.ts");
  const { source, filename } = request;
  const reply = await inWorker(
    {
      source,
      dialect: request.dialect ?? FUNCTIONS,
      limits: { ...LIMITS, ...request.limits },
      resourceList: ofNode(request.resourceList),
      environment: new Map(request.environment),
    },
    request.signal,
    request.entry,
  );
  if ("because" in reply) {
    const problem = diagnosticOf({ kind: "limit", message: reply.because, hint: reply.hint, trace: [] }, filename);
    return { output: undefined, problems: [problem], trace: [], printed: [], cut: false, steps: 0 };
  }
  const { failures, printed, cut, steps, output } = reply;
  return {
    output,
    problems: failures.map((failure) => diagnosticOf(failure, filename)),
    trace: failures[0]?.trace ?? [],
    printed,
    cut,
    steps,
  };
}

const CODES = {
  syntax: "starlark-syntax",
  failed: "starlark-failed",
  limit: "starlark-limit",
  result: "starlark-result",
} as const;

/** So many calls are told. */
const MOST_CALLS = 10;

/** A failure at the innermost place, with the calls around it in its message. */
function diagnosticOf({ kind, message, hint, trace }: Failure, file: string): Diagnostic {
  const [innermost, ...outer] = trace.toReversed();
  const calls = outer
    .slice(0, MOST_CALLS)
    .map((place, at) => `\n  ${nameOf(trace.at(-1 - at))} was called at ${file}:${place.line}:${place.column}`);
  if (outer.length > MOST_CALLS) calls.push(`\n  and so on, through ${outer.length - MOST_CALLS} more calls`);
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
