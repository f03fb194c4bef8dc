/** The limits of programs, and the outcomes of those that fail. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { smallestProgram } from "../../src/processes/executable-format.ts";
import { type ProgramCall, runProgram } from "../../src/processes/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { NO_LINUX, unless } from "../unless.ts";
import { ELF_386, ELF_AMD64, ELF_ARM64, elf, machO, portableExecutable } from "./formats.ts";

const temporary = temporaryDirectories();

function run(script: string, call: Partial<ProgramCall> = {}) {
  return runProgram({
    command: "/bin/sh",
    args: ["-c", script],
    cwd: "/tmp",
    env: { PATH: "/usr/bin:/bin" },
    limits: { timeoutMs: 20_000, stdoutBytes: 1000, stderrBytes: 2000 },
    ...call,
  });
}

const short = { timeoutMs: 200, stdoutBytes: 1000, stderrBytes: 1000 };
const aborted = AbortSignal.abort();

test.each<[name: string, script: string, call: Partial<ProgramCall>, outcome: object]>([
  ["an exit code", "echo words >&2; exit 3", {}, { exitCode: 3, stderr: "words\n", problem: undefined }],
  ["no input", "cat; exit 4", {}, { exitCode: 4, problem: undefined }],
  ["an input that is not read", "exec 0<&-; exit 5", { stdin: "x".repeat(1e6) }, { exitCode: 5, problem: undefined }],
  ["a time limit", "sleep 60 & sleep 60", { limits: short }, { problem: "timeout", exitCode: undefined }],
  ["one that keeps the terminal", "exec sleep 60", { limits: short, keepsTerminal: true }, { problem: "timeout" }],
  ["a signal", "kill -SEGV $$", {}, { problem: "killed", detail: "it was ended by SIGSEGV", exitCode: undefined }],
  ["a build that has ended", "sleep 60", { signal: aborted }, { problem: "killed", exitCode: undefined }],
  ["a NUL", "", { args: ["a\0b"] }, { problem: "could-not-start" }],
  ["no such program", "", { command: "/absent" }, { problem: "could-not-start", cause: { code: "ENOENT" } }],
  ["a file that is not executable", "", { command: "/etc/passwd" }, { detail: "it is not executable" }],
])("%s", async (_, script, call, outcome) => {
  expect({ problem: undefined, ...(await run(script, call)) }).toMatchObject(outcome);
});

test("a text file without an interpreter is not run by a shell", async () => {
  const command = join(temporary(), "program");
  writeFileSync(command, "exit 0\n", { mode: 0o755 });
  expect(await run("", { command })).toMatchObject({ problem: "could-not-start", cause: { code: "ENOEXEC" } });
});

// A shell would run the last line.
describe("a program for another machine is not run by a shell", () => {
  const end = Buffer.from("\n\nexit 0\n");
  test.each<[description: string, start: Buffer]>([
    ["a program for linux/s390x, and this machine is", elf(22, { big: true })],
    ["a program for linux/machine-1234, and this machine is", elf(1234)],
    ["a program for linux/amd64p32, and this machine is", elf(ELF_AMD64, { bits: 32 })],
    ["a program for freebsd/amd64, and this machine is", elf(ELF_AMD64, { system: 9 })],
    ["a program for windows/amd64, and this machine is", portableExecutable(0x8664)],
    ["a WebAssembly module", Buffer.from("\0asm\x01\0\0\0")],
    ["neither a program nor a script that begins with #!", Buffer.from("\0\n")],
    ["an ELF file that is no program", elf(ELF_AMD64, { type: 1 })],
    ["a program for darwin/machine-18, and this machine is", machO(18)],
  ])("%s", async (description, start) => {
    const command = join(temporary(), "program");
    writeFileSync(command, Buffer.concat([start, end]), { mode: 0o755 });
    const outcome = await run("", { command });
    expect(outcome).toMatchObject({ problem: "could-not-start", cause: { code: "ENOEXEC" } });
    expect(outcome.detail).toContain(`it is ${description}`);
    expect(outcome.hint).toContain("Use a program that was built for");
  });
});

const noCode = ["x64", "arm64"].includes(process.arch) ? undefined : "there is no code for this processor";
unless(NO_LINUX ?? noCode, test)("a program for another processor runs if this machine runs it", async () => {
  const place = temporary();
  // Code that ends with 43.
  const codes = [
    ["386", elf(ELF_386, { bits: 32 }), "b801000000bb2b000000cd80"],
    ["amd64", elf(ELF_AMD64), "b83c000000bf2b0000000f05"],
    ["arm64", elf(ELF_ARM64), "a80b80d2600580d2010000d4"],
  ] as const;
  const outcomes = await Promise.all(
    codes.map(async ([arch, start, code]) => {
      const command = join(place, arch);
      writeFileSync(command, smallestProgram(start, Buffer.from(code, "hex")), { mode: 0o755 });
      const { exitCode, detail } = await run("", { command });
      return [arch, exitCode ?? detail] as const;
    }),
  );
  const own = process.arch === "x64" ? "amd64" : process.arch;
  for (const [arch, outcome] of outcomes) {
    const refused = `it is a program for linux/${arch}, and this machine is linux/${own}`;
    expect(arch === own ? [43] : [43, refused]).toContain(outcome);
  }
});

test("a program gets the given variables only", async () => {
  const { stdout } = await run("/usr/bin/env", { env: { A: "1", B: undefined } });
  const names = Buffer.from(stdout)
    .toString()
    .split("\n")
    .map((line) => line.replace(/=.*/, ""));
  // The shell adds the others.
  expect(names.filter((name) => !["", "PWD", "SHLVL", "_", "OLDPWD"].includes(name))).toEqual(["A"]);
});

describe("an input that is produced piece by piece", () => {
  const MEBIBYTE = 1024 * 1024;

  /** Yields pieces, and notes how many were asked for and whether the reader has let go. */
  function pieces(count: number, after: () => void = () => {}) {
    const seen = { asked: 0, closed: false };
    async function* produce(): AsyncGenerator<Uint8Array> {
      try {
        for (; seen.asked < count; seen.asked++) yield new Uint8Array(MEBIBYTE);
        after();
      } finally {
        seen.closed = true;
      }
    }
    return { stdin: produce(), seen };
  }

  test("arrives as a whole, however large it is", async () => {
    const { stdin } = pieces(64);
    const { stdout, exitCode } = await run("wc -c", { stdin });
    expect([Buffer.from(stdout).toString().trim(), exitCode]).toEqual([String(64 * MEBIBYTE), 0]);
  });

  test("is produced no faster than the program reads it", async () => {
    const { stdin, seen } = pieces(1000);
    expect(await run("sleep 0.5; exit 3", { stdin })).toMatchObject({ exitCode: 3 });
    expect(seen.asked).toBeLessThan(5);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.closed).toBe(true);
  });

  test("ends the program if it fails, and the failure is the cause", async () => {
    const cause = new Error("a blob is damaged");
    const { stdin } = pieces(2, () => {
      throw cause;
    });
    expect(await run("cat >/dev/null; echo complete; sleep 60", { stdin })).toMatchObject({
      stdout: Buffer.alloc(0),
      exitCode: undefined,
      problem: "input-failed",
      detail: "its input failed: a blob is damaged",
      cause,
    });
  });

  test("ends with the time of the program", async () => {
    const { stdin, seen } = pieces(1000);
    expect(await run("sleep 60", { stdin, limits: short })).toMatchObject({ problem: "timeout" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.closed).toBe(true);
  });
});

test("standard error is passed on as it arrives", async () => {
  const received: string[] = [];
  await run("echo a >&2; sleep 0.2; echo b >&2", { onStderr: (text) => void received.push(text) });
  expect(received).toEqual(["a\n", "b\n"]);
});

describe("a program that prints too much", () => {
  test("on standard output is ended (docs/specification/function-limits.md 2.1)", async () => {
    const outcome = await run("yes", { limits: { timeoutMs: 20_000, stdoutBytes: 100_001, stderrBytes: 1000 } });
    expect(outcome).toMatchObject({ exitCode: undefined, problem: "output-too-large" });
    expect(outcome.stdout).toHaveLength(100_001);
  });

  test("on standard error loses the middle of it (docs/specification/results.md 3.2)", async () => {
    const { exitCode, stderr } = await run("echo first >&2; seq 1 200000 >&2; echo last >&2");
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^first\n1\n2\n[^]*\n… \d+ bytes are left out here …\n[^]*\n200000\nlast\n$/);
    expect(stderr.length).toBeLessThan(2100);
  });
});
