/**
 * Runs jsonnet in a private directory, on copies of the files that were found before, without variables and, where possible, without the files
 * of this machine; docs/specification/argocd-sources.md 4.5.
 */
import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join, posix, resolve } from "node:path";
import { failure } from "../diagnostics.ts";
import { createIsolation, type Isolation, isolatedStart, prepareDirectory } from "../functions/index.ts";
import {
  createTurns,
  type Environment,
  endEscaped,
  isExecutable,
  programMemory,
  type RunOutcome,
  runProgram,
  SharedCalls,
  withPrivateDirectory,
} from "../processes/index.ts";
import { TOP } from "./import-closure.ts";
import type { Jsonnet, JsonnetCall, JsonnetOptions, JsonnetVariable } from "./jsonnet.ts";
import { messageOf } from "./messages.ts";

const MIB = 1024 * 1024;
const MAX_OUTPUT_BYTES = 64 * MIB;
const TIMEOUT_SECONDS = 300;
/** The programs that run at a time. */
const MAX_RUNNING = 4;
/** The limit of cached outputs. */
const MAX_KEPT_CHARACTERS = 64 * MIB;
/** Linux takes no longer argument. */
const MAX_ARGUMENT = 100_000;

/** The standard error of programs that get no more memory, in Go and in C++. */
const OUT_OF_MEMORY =
  /^(?:fatal error|runtime): .*(?:memory|stack overflow|OS thread)|^SIGSEGV: |std::bad_alloc|memory allocation error/m;

const SMALLER = "Look for a loop or a list that its values make long.";

/** @param signal ends all running programs */
export function jsonnetProcess(options: JsonnetOptions, signal: AbortSignal): Pick<Jsonnet, "evaluate"> {
  const isolation = createIsolation({
    mode: options.isolation,
    report: options.report,
    words: {
      code: "jsonnet-not-isolated",
      severity: "notice",
      exposed: "jsonnet runs without isolation",
      refused: "jsonnet does not run",
      meaning: "It gets copies of the files that its programs import, and no variable",
      instead: "Or review what jsonnet renders where there is a sandbox.",
    },
  });
  const turns = createTurns(Math.min(MAX_RUNNING, availableParallelism()));
  const outputs = new SharedCalls<string>(signal);
  let kept = 0;
  return {
    evaluate: (call) =>
      outputs.result(keyOf(call), call.signal, async (ending) => {
        const output = await turns(() => run(call, options, isolation, ending));
        if ((kept += output.length) > MAX_KEPT_CHARACTERS) {
          outputs.clear();
          kept = 0;
        }
        return output;
      }),
  };
}

/** Says in a text on what an output depends, and its messages. */
function keyOf({ file, files, directories, libraries, externals, args, display }: JsonnetCall): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify([file, display(file), libraries, [...directories].sort(), externals, args]));
  for (const path of [...files.keys()].sort()) {
    const bytes = files.get(path) as Uint8Array;
    hash.update(`${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

async function run(
  call: JsonnetCall,
  { env, timeoutSeconds = TIMEOUT_SECONDS, memoryBytes = programMemory() }: JsonnetOptions,
  isolation: Isolation,
  signal: AbortSignal,
): Promise<string> {
  const program = findProgram(env);
  const sandbox = await isolation.sandbox();
  const args = argumentsOf(call);
  const outcome = await withPrivateDirectory(async (directory) => {
    writeFiles(call, join(prepareDirectory(directory), TOP));
    // Go collects garbage before it exceeds GOMEMLIMIT.
    const variables = { GOMEMLIMIT: String(Math.floor(memoryBytes * 0.8)) };
    const start = isolatedStart(sandbox, { directory, program, args, env: variables });
    const limits = { timeoutMs: timeoutSeconds * 1000, stdoutBytes: MAX_OUTPUT_BYTES, stderrBytes: MIB, memoryBytes };
    const ended = await runProgram({ ...start, format: program, home: directory, limits, signal });
    endEscaped(directory);
    return ended;
  });
  if (outcome.exitCode === 0 && outcome.problem === undefined) return Buffer.from(outcome.stdout).toString();
  throw failed(call, outcome, timeoutSeconds, memoryBytes);
}

/** The absolute path of jsonnet, as a sandbox needs it. @throws KrmError `jsonnet-unusable` */
function findProgram({ PATH = "" }: Environment): string {
  const name = process.platform === "win32" ? "jsonnet.exe" : "jsonnet";
  for (const directory of PATH.split(delimiter)) {
    const path = resolve(directory, name);
    if (directory !== "" && isExecutable(path)) return realpathSync(path);
  }
  throw failure("jsonnet-unusable", "files of jsonnet are not rendered: jsonnet is not installed here", {
    hint: "Install go-jsonnet, which Argo CD uses; in a workflow, in an earlier step: `go install github.com/google/go-jsonnet/cmd/jsonnet@latest`.",
  });
}

/** No argument begins with a dash but options: paths begin with the directory, and names are checked. */
function argumentsOf({ file, libraries, externals, args, display }: JsonnetCall): readonly string[] {
  const within = (path: string): string => posix.join(TOP, path);
  return [
    ...libraries.flatMap((path) => ["-J", within(path)]),
    ...externals.flatMap((each) => [each.isCode ? "--ext-code" : "--ext-str", argumentOf(each)]),
    ...args.flatMap((each) => [each.isCode ? "--tla-code" : "--tla-str", argumentOf(each)]),
    within(file),
  ];

  function argumentOf({ name, value, location }: JsonnetVariable): string {
    const problem = /^-|[=\0]/.test(name)
      ? "its name has a dash in front, an equals sign or a NUL character"
      : value.includes("\0")
        ? "its value has a NUL character"
        : Buffer.byteLength(name + value) > MAX_ARGUMENT
          ? `it is longer than ${MAX_ARGUMENT} bytes`
          : undefined;
    if (problem === undefined) return `${name}=${value}`;
    throw failure("jsonnet-failed", `${display(file)} cannot get the variable ${JSON.stringify(name)}: ${problem}`, {
      ...location,
      hint: "Give it another name, or put the value into a file of the repository that the program imports.",
    });
  }
}

/** @throws KrmError `jsonnet-failed` for a name that this machine cannot have */
function writeFiles({ file, files, directories, libraries, display }: JsonnetCall, top: string): void {
  const made = new Set<string>();
  const make = (path: string): void => {
    if (made.has(path)) return;
    mkdirSync(join(top, path), { recursive: true });
    made.add(path);
  };
  try {
    for (const path of [...directories, ...libraries]) if (!files.has(path)) make(path);
    for (const [path, content] of files) {
      make(posix.dirname(path));
      writeFileSync(join(top, path), content, { flag: "wx" });
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw failure("jsonnet-failed", `a file that ${display(file)} imports cannot be written here (${code})`, {
      file: display(file),
      hint: "Give the files shorter names, which differ not only in case.",
      cause,
    });
  }
}

function failed({ file, display }: JsonnetCall, outcome: RunOutcome, seconds: number, memory: number): Error {
  const place = { file: display(file) };
  const { problem, detail, stderr, cause } = outcome;
  const because = (reason: string, hint = SMALLER): Error =>
    failure("jsonnet-failed", `jsonnet ${reason}`, { ...place, hint });
  if (cause !== undefined)
    return failure("jsonnet-unusable", `files of jsonnet are not rendered: jsonnet cannot be started: ${detail}`, {
      hint: "Install go-jsonnet, which Argo CD uses, as a program for this machine.",
      cause,
    });
  if (problem === "timeout") return because(`gave no result within ${seconds} seconds`);
  if (problem === "output-too-large") return because(`printed more than ${MAX_OUTPUT_BYTES / MIB} MiB`);
  if (problem !== undefined && detail?.includes("SIG") !== true) return because(`was ended: ${detail}`);
  if (OUT_OF_MEMORY.test(stderr)) return because(`needs more than ${Math.floor(memory / MIB)} MiB of memory`);
  const { message, location } = messageOf(stderr, display);
  return failure("jsonnet-failed", `jsonnet failed: ${message || detail || `exit status ${outcome.exitCode}`}`, {
    ...(location ?? place),
  });
}
