/** Programs that leave their group, their session and their variables behind (docs/specification/executables.md 4.2). */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { endEscaped } from "../../src/processes/index.ts";
import { privateDirectory } from "../../src/processes/private-directory.ts";
import { isRunning } from "../../src/processes/process-numbers.ts";
import { type RunOutcome, runProgram } from "../../src/processes/run-program.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { NO_LINUX, unless } from "../unless.ts";

const temporary = temporaryDirectories();
const limits = { timeoutMs: 60_000, stdoutBytes: 1000, stderrBytes: 1000 };
const home = privateDirectory();
afterAll(() => home.remove());

function run(command: string, ...args: string[]): Promise<RunOutcome> {
  const env = { PATH: process.env["PATH"], TMPDIR: home.path };
  return runProgram({ command, args, cwd: "/", env, stdin: "input", home: home.path, limits });
}

/** Writes a script that notes its number as soon as it runs, and never ends by itself. */
function daemon(): { readonly script: string; readonly untilItRuns: string; readonly pid: () => number } {
  const place = temporary();
  const [script, note] = [join(place, "daemon"), join(place, "pid")];
  writeFileSync(script, `#!/bin/sh\necho $$ > ${note}.new && mv ${note}.new ${note}\nwhile :; do sleep 100; done\n`, {
    mode: 0o755,
  });
  return {
    script,
    untilItRuns: `while [ ! -e ${note} ]; do sleep 0.01; done;`,
    pid: () => Number(readFileSync(note, "utf8")),
  };
}

const CLOSED = "</dev/null >/dev/null 2>&1 &";

const onLinux = unless(NO_LINUX, describe);
onLinux("on Linux, nothing that a program starts goes on after it", () => {
  test.each<[name: string, start: (script: string) => string]>([
    ["leaves its session", (script) => `setsid ${script} ${CLOSED}`],
    ["clears its variables", (script) => `env -i setsid ${script} ${CLOSED}`],
    ["has another temporary directory", (script) => `TMPDIR=/ setsid ${script} ${CLOSED}`],
    ["is started twice removed", (script) => `env -i setsid sh -c "env -i setsid ${script} ${CLOSED}" ${CLOSED}`],
  ])("a process that %s", async (name, start) => {
    const { script, untilItRuns, pid } = daemon();
    const outcome = await run("sh", "-c", `${start(script)} ${untilItRuns} cat`);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    expect(Buffer.from(outcome.stdout).toString()).toBe("input");
    const escaped = pid();
    expect({ name, isRunning: isRunning(escaped) }).toEqual({ name, isRunning: true });
    endEscaped(home.path);
    while (isRunning(escaped)) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  test("processes of other runs go on", async () => {
    const { script, untilItRuns, pid } = daemon();
    const other = privateDirectory();
    await run("sh", "-c", `env -i setsid ${script} ${CLOSED} ${untilItRuns}`);
    const escaped = pid();
    endEscaped(other.path);
    other.remove();
    expect(isRunning(escaped)).toBe(true);
    endEscaped(home.path);
  });
});

describe("a program that cannot be started is reported as without a mark", () => {
  const place = temporary();
  const file = (name: string, text: string, mode: number): string => {
    writeFileSync(join(place, name), text, { mode });
    return join(place, name);
  };
  test.each<[command: string, code: string]>([
    [join(place, "absent"), "ENOENT"],
    [file("text", "echo\n", 0o755), "ENOEXEC"],
    [file("script", "#!/absent/interpreter\n", 0o755), "ENOENT"],
    [file("plain", "#!/bin/sh\n", 0o644), "EACCES"],
    [place, "EACCES"],
  ])("%s: %s", async (command, code) => {
    expect(await run(command)).toMatchObject({ exitCode: undefined, problem: "could-not-start", cause: { code } });
  });

  test("exit codes and words of the program are its own", async () => {
    const words = "prlimit: failed to execute x: No such file or directory, or so";
    const outcome = await run("sh", "-c", `echo '${words}' >&2; exit 127`);
    expect(outcome).toEqual({ stdout: new Uint8Array(), stderr: `${words}\n`, exitCode: 127 });
  });
});
