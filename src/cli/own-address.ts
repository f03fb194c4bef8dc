/** Asks git for settings of the repository around a directory. */
import { runProgram, withoutRunnerVariables } from "../processes/index.ts";
import { ownAddress } from "../sources/index.ts";

const LIMITS = { timeoutMs: 10_000, stdoutBytes: 64 * 1024, stderrBytes: 4096 };

type Variables = Readonly<Record<string, string | undefined>>;

/** See {@link ownAddress}: that of the repository around a directory. */
export async function addressOf(top: string, env: Variables): Promise<string | undefined> {
  return ownAddress(await gitSetting("^remote\\.origin\\.url$", top, env), env);
}

/** The first value of the settings whose names match a pattern; undefined if there is none. It may be a secret. */
export async function gitSetting(pattern: string, cwd: string, env: Variables): Promise<string | undefined> {
  const args = ["config", "--null", "--get-regexp", pattern];
  const { exitCode, stdout } = await runProgram({
    command: "git",
    args,
    cwd,
    env: withoutRunnerVariables(env),
    limits: LIMITS,
  });
  const [setting = ""] = Buffer.from(stdout).toString().split("\0");
  const value = setting.slice(setting.indexOf("\n") + 1).trim();
  return exitCode === 0 && value !== "" ? value : undefined;
}
