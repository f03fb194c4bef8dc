/** Limits on the memory of programs, as the programs see them. */
import { describe, expect, test } from "@jest/globals";
import { machineMemory, type ProgramCall, runProgram } from "../../src/processes/index.ts";
import { NO_LINUX, unless } from "../unless.ts";

const MIB = 1024 * 1024;

function run(call: Partial<ProgramCall>, memoryBytes = 512 * MIB) {
  return runProgram({
    command: "/bin/sh",
    args: [],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    ...call,
    limits: { timeoutMs: 60_000, stdoutBytes: 1000, stderrBytes: 10_000, memoryBytes },
  });
}

test("the memory of the machine is a number of bytes", () => {
  expect(machineMemory()).toBeGreaterThan(16 * MIB);
  expect(Number.isSafeInteger(machineMemory())).toBe(true);
});

test.each<[name: string, call: Partial<ProgramCall>]>([
  ["no such path", { command: "/absent" }],
  ["no such name on the path", { command: "absent-program" }],
  ["no path at all", { command: "sh", env: { PATH: "" } }],
])("a program that cannot be started: %s", async (_, call) => {
  expect(await run(call)).toMatchObject({ problem: "could-not-start", cause: { code: "ENOENT" } });
});

const onLinux = unless(NO_LINUX, describe);

onLinux("on Linux", () => {
  test("the limit is that of the program and of what it starts", async () => {
    const { stdout } = await run({ args: ["-c", "ulimit -d; /bin/sh -c 'ulimit -d'"] });
    expect(Buffer.from(stdout).toString()).toBe("524288\n524288\n");
  });

  test("arguments arrive as they are, whatever a shell would make of them", async () => {
    const args = ["-c", 'printf "%s|" "$@"', "name", "", "a b", "$(false)", "'\"", "-x", "*", "two\nlines"];
    const { stdout, exitCode } = await run({ command: "sh", args });
    expect([Buffer.from(stdout).toString(), exitCode]).toEqual(["|a b|$(false)|'\"|-x|*|two\nlines|", 0]);
  });

  test("a program is found in a relative directory of the path, too", async () => {
    const { stdout } = await run({ command: "sh", args: ["-c", "ulimit -d"], cwd: "/", env: { PATH: "bin" } });
    expect(Buffer.from(stdout).toString()).toBe("524288\n");
  });

  test("a lower limit of the system stays", async () => {
    const script = "ulimit -d 4096; exec \"$0\" -c 'ulimit -d 8192 2>/dev/null; ulimit -d'";
    const { stdout } = await run({ args: ["-c", script, "/bin/sh"] });
    expect(Buffer.from(stdout).toString()).toBe("4096\n");
  });

  test("a program that needs more fails, and one that reserves addresses only does not", async () => {
    const node = (script: string) => run({ command: process.execPath, args: ["-e", script] });
    const reserved = await node("new WebAssembly.Memory({ initial: 1, maximum: 65536 }); process.stdout.write('done')");
    expect(Buffer.from(reserved.stdout).toString()).toBe("done");
    const greedy = await node("const all = []; for (;;) all.push(Buffer.alloc(1e7, 1));");
    expect(greedy.exitCode).not.toBe(0);
  });
});
