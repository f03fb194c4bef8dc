/** Asks the programs of this machine for their versions. */
import { presentable, runProgram, withoutRunnerVariables } from "../../processes/index.ts";
import type { EngineFact, ProgramFact } from "../../setup/index.ts";
import type { Terminal } from "../terminal.ts";

const LIMITS = { timeoutMs: 10_000, stdoutBytes: 4096, stderrBytes: 4096 };

type Surroundings = Pick<Terminal, "cwd" | "env">;

/** @param pattern with the version as its first group */
export async function versionOf(
  command: string,
  args: readonly string[],
  pattern: RegExp,
  { cwd, env }: Surroundings,
): Promise<ProgramFact> {
  const outcome = await runProgram({ command, args, cwd, env: withoutRunnerVariables(env), limits: LIMITS });
  const version = pattern.exec(Buffer.from(outcome.stdout).toString())?.[1];
  if (outcome.exitCode === 0 && version !== undefined) return { version };
  if (outcome.cause?.code === "ENOENT") return { version: undefined, problem: "it is not found" };
  const [line] = presentable(outcome.stderr).split("\n");
  return { version: undefined, problem: outcome.detail || line || "it prints no version" };
}

/** The engines that the command line can use, in the order of the output. */
export async function engineFacts(surroundings: Surroundings): Promise<readonly EngineFact[]> {
  const { ENGINES } = await import("../../functions/container/engines.ts");
  return Promise.all(
    (["docker", "podman"] as const).map(async (name) => {
      return { name, ...(await versionOf(name, ENGINES[name].about, /^(\d[\w.+-]*)/, surroundings)) };
    }),
  );
}

/** Why there is no sandbox for executables here; undefined if there is one. */
export async function sandboxProblem(): Promise<string | undefined> {
  const { createIsolation } = await import("../../functions/exec/isolation.ts");
  let problem: string | undefined;
  const report = ({ message }: { readonly message: string }): void => {
    problem = message.replace(/^.*?isolation: /s, "").replace(/\. They can read.*$/s, "");
  };
  const sandbox = await createIsolation({ mode: "auto", report }).sandbox();
  return sandbox === undefined ? (problem ?? "it is not known why") : undefined;
}
