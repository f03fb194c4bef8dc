/**
 * Programs of this machine. Each run has a home directory of its own, which is removed after it;
 * docs/specification/executables.md 2.1.
 */
import { failure, type Location } from "../diagnostics.ts";
import { baseEnvironment, endEscaped, type RunLimits, runProgram, withPrivateDirectory } from "../processes/index.ts";
import type { Program } from "./program.ts";
import type { FunctionRoot } from "./step.ts";

export interface LocalProgram {
  readonly title: string;
  /** Absolute, or a name to find on the PATH. */
  readonly command: string;
  /** May write files into the home of the run. */
  readonly args: (home: string) => readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Added to the variables that every program gets; it may replace them. */
  readonly env: ReadonlyMap<string, string>;
  readonly limits: RunLimits;
}

/** The exit code of shells and `env` if the program that they should start does not exist. */
const NOT_FOUND = 127;
const NOT_FOUND_HINT =
  "If it misses a program: it does not get your PATH, but that of the usual directories. Pass it on: --inherit-env PATH.";

export function localProgram({ title, command, args, cwd, env, limits }: LocalProgram): Program {
  return {
    title,
    run: ({ stdin, signal }) =>
      withPrivateDirectory(async (home) => {
        const outcome = await runProgram({
          command,
          args: args(home),
          cwd,
          env: { ...baseEnvironment(home), ...Object.fromEntries(env) },
          stdin,
          home,
          limits,
          signal,
        });
        endEscaped(home);
        return outcome.exitCode === NOT_FOUND ? { ...outcome, hint: NOT_FOUND_HINT } : outcome;
      }),
  };
}

/**
 * The directory of this machine that a kustomization is in.
 * @param top the directory that is the top of its tree
 * @throws KrmError `exec-refused`
 */
export function workingDirectory(root: FunctionRoot, top: string, location: Location): string {
  const cwd = top + (root.path === "/" ? "" : root.path) || "/";
  if (cwd !== "/") return cwd;
  const hint = "Move the kustomization into a directory of its own.";
  throw failure("exec-refused", "a function cannot run in the top directory of the machine", { ...location, hint });
}
