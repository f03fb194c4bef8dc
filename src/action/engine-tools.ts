/**
 * The calls of the action to the container engine: to find out its version, and to load and remove images. These calls go through
 * @actions/exec, so that the log shows them as it shows those of other actions. Functions have a runner of their own, with
 * limits; docs/specification/containers.md 7.6.
 */
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { failure } from "../diagnostics.ts";
import { type EngineProgram, type EngineTools, MAX_LOAD_MS, type ToolAnswer } from "../functions/index.ts";
import type { Runner } from "../github/index.ts";
import { endEscaped, HeadAndTail, presentable, withPrivateDirectory } from "../processes/index.ts";

/** The time that the engine has for a short answer, in milliseconds. */
const MAX_ANSWER_MS = 60_000;
/** An engine that prints more has lost its way. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Time limits in milliseconds. */
export interface ToolLimits {
  readonly answerMs?: number;
  readonly loadMs?: number;
}

/** Connects the tools of the action: the option `tools` of the container runtime. */
export function connectEngineTools(
  { log }: Pick<Runner, "log">,
  { answerMs = MAX_ANSWER_MS, loadMs = MAX_LOAD_MS }: ToolLimits = {},
): (program: EngineProgram) => EngineTools {
  return (program) => ({
    call: (args) => withPrivateDirectory((home) => call({ ...program, args, home, timeoutMs: answerMs, log })),
    // @actions/exec takes an input in memory only, and an image may have gigabytes. So the engine reads a file.
    load: (archive) =>
      withPrivateDirectory(async (home) => {
        const file = join(home, "image.tar");
        await write(archive, file);
        return call({ ...program, args: ["load", "--input", file], home, timeoutMs: loadMs, log });
      }),
  });
}

/** @throws KrmError `output-unwritable`, and the errors of the archive */
async function write(archive: AsyncIterable<Uint8Array>, file: string): Promise<void> {
  let failed: { readonly cause: unknown } | undefined;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* archive;
    } catch (cause) {
      failed = { cause };
      throw cause;
    }
  }
  try {
    await pipeline(watched, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  } catch (cause) {
    if (failed !== undefined) throw failed.cause;
    throw failure("output-unwritable", `an image cannot be written to a temporary file: ${(cause as Error).message}`, {
      hint: "Make room, or set the variable TMPDIR to a directory with more of it.",
      cause,
    });
  }
}

interface Call extends EngineProgram {
  readonly args: readonly string[];
  /** A private directory. The program is found by it if it has to be ended, which @actions/exec cannot do. */
  readonly home: string;
  readonly timeoutMs: number;
  readonly log: (text: string) => void;
}

/** Never rejects. The log gets the command and, when it has ended, its output: nothing of that can be a workflow command. */
async function call({ command, args, cwd, env, home, timeoutMs, log }: Call): Promise<ToolAnswer> {
  const { exec } = await import("@actions/exec");
  const [stdout, stderr, both] = [MAX_OUTPUT_BYTES, MAX_OUTPUT_BYTES, MAX_OUTPUT_BYTES].map(
    (limit) => new HeadAndTail(limit),
  ) as [HeadAndTail, HeadAndTail, HeadAndTail];
  let bytes = 0;
  let detail: string | undefined;
  let giveUp = (): void => {};
  const abandoned = new Promise<undefined>((resolve) => (giveUp = () => resolve(undefined)));
  const end = (reason: string): void => {
    detail ??= reason;
    endEscaped(home);
    giveUp();
  };
  const keep = (stream: HeadAndTail, chunk: Buffer): void => {
    stream.add(chunk);
    both.add(chunk);
    bytes += chunk.length;
    if (bytes > MAX_OUTPUT_BYTES) end(`it printed more than ${MAX_OUTPUT_BYTES} bytes`);
  };
  const timer = setTimeout(() => end(`it did not answer within ${timeoutMs / 1000} seconds`), timeoutMs);
  log(`[command]${[command, ...args].join(" ")}`);
  try {
    const ended = exec(`"${command.replaceAll('"', '\\"')}"`, [...args], {
      cwd,
      env: Object.fromEntries(definedIn({ ...env, TMPDIR: home })),
      silent: true,
      ignoreReturnCode: true,
      listeners: { stdout: (chunk) => keep(stdout, chunk), stderr: (chunk) => keep(stderr, chunk) },
    });
    const exitCode = (await Promise.race([ended, abandoned])) ?? undefined;
    if (exitCode === undefined) detail ??= "it was ended by a signal";
    return {
      exitCode: detail === undefined ? exitCode : undefined,
      stdout: stdout.text(),
      stderr: stderr.text(),
      detail,
    };
  } catch (thrown) {
    const [reason = ""] = (thrown as Error).message.split("\n");
    return { exitCode: undefined, stdout: "", stderr: "", detail: presentable(reason) };
  } finally {
    clearTimeout(timer);
    const output = presentable(both.text());
    if (output !== "") log(output);
    if (detail !== undefined) log(`${command}: ${detail}`);
  }
}

function definedIn(env: EngineProgram["env"]): [string, string][] {
  return Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
