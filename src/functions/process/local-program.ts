/**
 * Programs of this machine, each run with a home of its own that is gone afterwards;
 * docs/specification/executables.md 2.1.
 */
import { failure, type Location } from "../../diagnostics.ts";
import { endStrays, withPrivateDirectory } from "../../sources/index.ts";
import type { Program } from "../program.ts";
import type { FunctionRoot } from "../step.ts";
import { baseEnvironment } from "./environment.ts";
import { type ProcessLimits, runProcess } from "./run-process.ts";

export interface LocalProgram {
  readonly title: string;
  /** Absolute, or a name to be found on the PATH. */
  readonly command: string;
  /** May write files into the home of the run. */
  readonly args: (home: string) => readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** In addition to what every program gets, which it may overrule. */
  readonly env: ReadonlyMap<string, string>;
  readonly limits: ProcessLimits;
}

/** How shells and `env` say that a program which they were to start is not there. */
const NOT_FOUND = 127;
const NOT_FOUND_HINT =
  "If it misses a program: it does not get your PATH, but that of the usual directories. Pass it on: --inherit-env PATH.";

export function localProgram({ title, command, args, cwd, env, limits }: LocalProgram): Program {
  return {
    title,
    run: ({ stdin, signal }) =>
      withPrivateDirectory(async (home) => {
        const all = new Map([...baseEnvironment(home), ...env]);
        const outcome = await runProcess({
          command,
          args: args(home),
          cwd,
          env: all,
          stdin,
          streamsIn: home,
          limits,
          signal,
        });
        endStrays(home);
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
  throw failure("exec-refused", "a function is not run in the top directory of the machine", {
    ...location,
    hint: "Move the kustomization into a directory of its own.",
  });
}
