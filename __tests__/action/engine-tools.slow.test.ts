/** What the action asks of the engine, through @actions/exec. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { connectEngineTools, type ToolLimits } from "../../src/action/engine-tools.ts";
import { failure, logText } from "../../src/diagnostics.ts";
import type { EngineTools } from "../../src/functions/index.ts";
import { problem } from "../functions/container/world.ts";

describe("the tools of the action (docs/specification/containers.md 7.6)", () => {
  const directory = mkdtempSync(join(tmpdir(), "engine tools-"));
  const command = join(directory, "docker");
  let log: string[] = [];
  /** What reached standard output past the log. */
  let leaked = "";
  const write = process.stdout.write.bind(process.stdout);

  beforeEach(() => {
    log = [];
    leaked = "";
    process.stdout.write = (chunk: string | Uint8Array) => {
      leaked += chunk.toString();
      return true;
    };
  });

  afterEach(() => {
    process.stdout.write = write;
    expect(leaked).toBe("");
    for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true });
  });

  /** An engine that is a script. The runner's log is as in `connectRunner`. */
  function tools(script: string, limits: ToolLimits = {}, env: Record<string, string | undefined> = {}): EngineTools {
    writeFileSync(command, `#!/bin/sh\n${script}\n`);
    chmodSync(command, 0o755);
    const runner = { log: (text: string) => void log.push(logText(text)) };
    return connectEngineTools(runner, limits)({ command, cwd: "/", env: { PATH: "/usr/bin:/bin", ...env } });
  }

  async function* archive(...parts: (string | Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      if (part instanceof Error) throw part;
      yield Buffer.from(part);
    }
  }

  test("the log shows the call and the answer", async () => {
    const answer = await tools('echo "28.0.4 linux/amd64"; echo careful >&2; exit 3').call([
      "version",
      "--format",
      "x y",
    ]);
    expect(answer).toEqual({ exitCode: 3, stdout: "28.0.4 linux/amd64\n", stderr: "careful\n", detail: undefined });
    expect(log).toEqual([`[command]${command} version --format x y`, expect.stringContaining("28.0.4 linux/amd64")]);
  });

  test("arguments arrive as they are", async () => {
    const odd = ["a b", '"', "$HOME", "", "-x", "é\\"];
    const { stdout } = await tools(`for each in "$@"; do printf '%s|' "$each"; done`).call(odd);
    expect(stdout).toBe(odd.map((each) => `${each}|`).join(""));
  });

  test.each(["::add-mask::word", "  ::error::forged", "##[error]forged", "\u001b[31mred", "a\r::stop-commands::x"])(
    "attack 9.16: the runner obeys nothing in %j",
    async (text) => {
      const file = join(directory, "text");
      writeFileSync(file, text);
      await tools(`cat '${file}'`).call(["version"]);
      const lines = log.slice(1).join("\n").split("\n");
      expect(lines.filter((line) => /^\s*::|##\[|[\u001b\r]/.test(line))).toEqual([]);
    },
  );

  test("the engine gets the given variables only, and secrets in its output are masked", async () => {
    process.env["OF_THE_WORKER"] = "secret";
    try {
      const { stdout } = await tools("env", {}, { DOCKER_HOST: "unix:///socket", ABSENT: undefined }).call(["version"]);
      const names = stdout.split("\n").map((line) => line.replace(/=.*/, ""));
      const shell = new Set(["", "PWD", "OLDPWD", "SHLVL", "_"]);
      expect(names.filter((name) => !shell.has(name)).sort()).toEqual(["DOCKER_HOST", "PATH", "TMPDIR"]);
    } finally {
      delete process.env["OF_THE_WORKER"];
    }
    await tools("echo 'pulling from https://me:hunter2@example.com'").call(["version"]);
    expect(log.join("\n")).not.toContain("hunter2");
  });

  test("an image is read from a private file, which is removed", async () => {
    const seen = join(directory, "seen");
    const script = `[ "$1 $2" = "load --input" ] || exit 9\nstat -c '%a' "$3" "$(dirname "$3")" >'${seen}'; sha256sum <"$3"`;
    const part = new Uint8Array(1024 * 1024).fill(7);
    const { exitCode, stdout } = await tools(script).load(archive(...Array<Uint8Array>(32).fill(part)));
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^[0-9a-f]{64}/);
    expect(readFileSync(seen, "utf8")).toBe("600\n700\n");
    const file = /--input (.*)$/.exec(log[0] ?? "")?.[1] ?? "";
    expect([file.endsWith("/image.tar"), existsSync(dirname(file))]).toEqual([true, false]);
  });

  test("attack 9.7: nothing is loaded of an archive with a damaged blob", async () => {
    const damaged = failure("digest-mismatch", "a blob is damaged");
    const ran = join(directory, "ran");
    await expect(tools(`touch '${ran}'`).load(archive("begin", damaged))).rejects.toBe(damaged);
    expect([existsSync(ran), log]).toEqual([false, []]);
  });

  test("an engine that does not answer is ended", async () => {
    const pid = join(directory, "pid");
    const answer = await tools(`echo $$ >'${pid}'; sleep 60`, { answerMs: 300 }).call(["version"]);
    const detail = "it did not answer within 0.3 seconds";
    expect(answer).toMatchObject({ exitCode: undefined, detail });
    expect(log.at(-1)).toBe(`${command}: ${detail}`);
    expect(process.platform === "linux" && isRunning(readFileSync(pid, "utf8").trim())).toBe(false);
  });

  test("an engine that does not stop to print is ended", async () => {
    const answer = await tools("yes").call(["version"]);
    expect(answer).toMatchObject({ exitCode: undefined, detail: "it printed more than 1048576 bytes" });
    expect(log.join("\n").length).toBeLessThan(5000);
  });

  test("an engine that is ended by a signal has no exit code", async () => {
    const answer = await tools("kill -KILL $$").call(["version"]);
    expect(answer).toMatchObject({ exitCode: undefined, detail: "it was ended by a signal" });
  });

  test("an absent engine is an answer", async () => {
    const absent = connectEngineTools({ log: (text) => void log.push(text) })({
      command: "/absent/docker",
      cwd: "/",
      env: {},
    });
    expect(await absent.call(["version"])).toMatchObject({
      exitCode: undefined,
      detail: expect.stringContaining("/absent/docker"),
    });
  });

  test("an archive that cannot be written is explained, and one that cannot be read says why itself", async () => {
    async function* unwritable(): AsyncGenerator<Uint8Array> {
      yield 5 as unknown as Uint8Array;
    }
    expect(await problem(tools("exit 0").load(unwritable()))).toMatchObject({
      code: "output-unwritable",
      message: expect.stringMatching(/^an image cannot be written to a temporary file: /),
      hint: "Make room, or set the variable TMPDIR to a directory with more of it.",
    });
    const unreadable = Object.assign(new Error("EACCES: permission denied, open"), { syscall: "open" });
    await expect(tools("exit 0").load(archive("begin", unreadable))).rejects.toBe(unreadable);
  });
});

function isRunning(pid: string): boolean {
  return existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
}
