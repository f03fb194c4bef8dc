/** The calls of the engine that a run makes itself, as opposed to running functions: docs/specification/containers.md 7.6. */
import type { Environment } from "../../processes/index.ts";
import { maskSecrets } from "../../text/index.ts";
import type { Engine } from "./engine.ts";

/** How the engine's program is started. */
export interface EngineProgram {
  /** Absolute, or a name to find on the PATH of `env`. */
  readonly command: string;
  readonly cwd: string;
  /** All variables: those of the machine without most secrets of a workflow. */
  readonly env: Environment;
}

/** The end of a call. Both texts are bounded, and may have been written by others. */
export interface ToolAnswer {
  /** Undefined if the program could not be started or did not end by itself. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** The reason why there is no exit code, in one line. */
  readonly detail?: string | undefined;
}

/** A port: the command line calls the engine as it calls any program, the action so that its log shows each call. */
export interface EngineTools {
  /** Calls the engine for a short answer, such as its version. */
  call(args: readonly string[]): Promise<ToolAnswer>;
  /** Loads an archive, however large, in constant memory. @throws what the archive throws */
  load(archive: AsyncIterable<Uint8Array>): Promise<ToolAnswer>;
}

/** The time that an engine has to load an image, in milliseconds. */
export const MAX_LOAD_MS = 900_000;

/** The tools of the command line. @throws KrmError `container-engine-unavailable` */
export function ownTools(engine: Engine): EngineTools {
  const call = async (...input: Parameters<Engine["call"]>): Promise<ToolAnswer> => {
    const { exitCode, stdout, stderr, detail, problem, cause } = await engine.call(...input);
    if (problem === "input-failed") throw cause ?? new Error(detail);
    return { exitCode, stdout: Buffer.from(stdout).toString(), stderr, detail: detail && maskSecrets(detail) };
  };
  return {
    call: (args) => call(args),
    load: (archive) => call(["load"], { stdin: archive, timeoutMs: MAX_LOAD_MS }),
  };
}
