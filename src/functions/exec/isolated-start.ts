/** Starts a program in a sandbox, or without one in the same directories and with the same variables. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { baseEnvironment, type ProgramCall } from "../../processes/index.ts";
import { HOME, MEMORY, type Sandbox, type SandboxRun } from "./sandbox.ts";

/** Makes what a run needs in its private directory. @returns the home of the program, which is its working directory */
export function prepareDirectory(directory: string): string {
  for (const name of [HOME, MEMORY]) mkdirSync(join(directory, name), { mode: 0o700 });
  return join(directory, HOME);
}

/** @param sandbox undefined where there is none, and none is required */
export function isolatedStart(
  sandbox: Sandbox | undefined,
  run: SandboxRun,
): Pick<ProgramCall, "command" | "args" | "cwd" | "env"> {
  if (sandbox !== undefined) return { ...sandbox.command(run), cwd: run.directory };
  const home = join(run.directory, HOME);
  return { command: run.program, args: run.args, cwd: home, env: { ...baseEnvironment(home), ...run.env } };
}
