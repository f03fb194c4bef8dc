/**
 * Runs executables of catalogs: exactly the bytes that the catalog names, without the variables and, where possible, without the
 * files of this machine; docs/specification/executables.md 5.
 */
import { join } from "node:path";
import {
  type Environment,
  endEscaped,
  type RunLimits,
  type RunOutcome,
  runProgram,
  withoutRunnerVariables,
  withPrivateDirectory,
} from "../../processes/index.ts";
import type { Program, ProgramOutcome } from "../program.ts";
import { isolatedStart, prepareDirectory } from "./isolated-start.ts";
import type { Isolation } from "./isolation.ts";
import { copyVerified } from "./verified-copy.ts";

export interface CatalogProgram {
  /** Its name in messages, such as `example.com/v1 SetOwner of https://example.com/catalog.yaml`. */
  readonly title: string;
  /** Absolute: the stored file. */
  readonly file: string;
  /** 64 hexadecimal digits in lower case: the digest of the file. */
  readonly sha256: string;
  readonly args: readonly string[];
  /** The variables that the catalog declares, by name. Those of workflow runners and of engines are dropped. */
  readonly env: ReadonlyMap<string, string>;
  readonly limits: RunLimits;
  readonly isolation: Isolation;
}

/**
 * A program that is copied and verified anew for each run. It gets no file of the repository, so its output depends on the digest,
 * the arguments, the variables and the input only: that is its whole identity for {@link Schedule.run}.
 *
 * Its runs reject with `digest-mismatch`, and with `function-not-isolated` where isolation is required.
 */
export function catalogProgram({ title, file, sha256, args, env, limits, isolation }: CatalogProgram): Program {
  const declared = withoutHostVariables(env);
  return {
    title,
    async run({ stdin, signal }) {
      const sandbox = await isolation.sandbox();
      return withPrivateDirectory(async (directory) => {
        // A copy for each run, since it costs little more than hashing the file again, which each run needs anyway: for 50 MiB 95
        // milliseconds instead of 72. A program that runs without isolation could replace a copy that several runs share.
        const program = join(directory, process.platform === "win32" ? "program.exe" : "program");
        prepareDirectory(directory);
        await copyVerified({ title, from: file, to: program, sha256 });
        const call = isolatedStart(sandbox, { directory, program, args, env: declared });
        const outcome = await runProgram({ ...call, format: program, stdin, home: directory, limits, signal });
        endEscaped(directory);
        return explained(outcome);
      });
    },
  };
}

/** The address of an engine lets a program start containers that see all files. */
const OF_ENGINES = /^(?:DOCKER|CONTAINER|PODMAN)_/;

function withoutHostVariables(env: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const kept: Environment = withoutRunnerVariables(Object.fromEntries(env));
  const entries = Object.entries(kept).filter(([name]) => !OF_ENGINES.test(name));
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The exit codes of `env`, shells and `prlimit` for a program that cannot be executed, and for one that is not there. */
const [NOT_EXECUTABLE, NOT_FOUND] = [126, 127];

function explained(outcome: RunOutcome): ProgramOutcome {
  const { exitCode, cause } = outcome;
  if (exitCode === NOT_EXECUTABLE || cause?.code === "EACCES") return { ...outcome, hint: NOT_EXECUTABLE_HINT };
  if (exitCode === NOT_FOUND || cause?.code === "ENOENT") return { ...outcome, hint: NOT_FOUND_HINT };
  if (cause?.code === "ENOEXEC") return { ...outcome, hint: FORMAT_HINT };
  return outcome;
}

const NOT_EXECUTABLE_HINT =
  "If programs may not run from the temporary directory (mount option noexec), set TMPDIR to another directory.";
const NOT_FOUND_HINT =
  "It, or a program or library that it needs, is not there. Publish one that is linked statically, or an image: an executable of a catalog gets programs and libraries of the system at the most.";
const FORMAT_HINT =
  "Let the catalog list programs by `os` and `arch`, with one that was built for this machine. A script begins with a line such as `#!/bin/sh`.";
