/** A signal that ends krm-render leaves neither the programs that it has started nor its temporary directories. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { isRunning } from "../../src/processes/process-numbers.ts";
import { bundleProgram } from "../bundle-program.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";

const SOURCES = join(import.meta.dirname, "../../src");

/** Runs one program for ever, as krm-render runs git, helm and functions. */
const PROGRAM = `
import { localProgram } from "${SOURCES}/functions/local-program.ts";
import { createPrivateTrees } from "${SOURCES}/functions/private-tree.ts";
import { gitContext, runGit } from "${SOURCES}/sources/git/git-process.ts";
import { objectReader } from "${SOURCES}/sources/git/object-reader.ts";
import { writeFileSync } from "node:fs";
import { privateDirectory } from "${SOURCES}/processes/index.ts";
import { writeFileAtomically } from "${SOURCES}/render/index.ts";
import { createHelm, memoryTree } from "${SOURCES}/sources/index.ts";
import { openStore } from "${SOURCES}/store/content-store.ts";

const [, , way, place] = process.argv;
const env = { PATH: place + ":" + process.env.PATH, PIDS: place + "/pids" };
const limits = { timeoutMs: 60_000, stdoutBytes: 1000, stderrBytes: 1000 };
const ways = {
  git: () => runGit(gitContext(place, env), ["fetch"]),
  objects: () => objectReader(gitContext(place, env)).read("0".repeat(40)),
  remote: () => runGit(gitContext(openStore({ directory: place + "/store" }).workplace(), env), ["fetch"], { group: true }),
  helm: () => createHelm({ command: "git", cwd: "/", env, configHome: "private" }).run(["template"]),
  cancelled() {
    const directory = privateDirectory();
    process.kill(process.pid, "SIGTERM");
    directory.remove();
    setTimeout(() => console.error("the signal was lost"), 60_000);
  },
  file() {
    writeFileAtomically(place + "/file", "complete", (path, bytes) => {
      writeFileSync(path, bytes);
      process.kill(process.pid, "SIGTERM");
    });
    setTimeout(() => console.error("the signal was lost"), 60_000);
  },
  async function() {
    await createPrivateTrees().directoryOf(memoryTree({ file: "secret" }));
    const args = () => ["-c", "git & setsid git & git"];
    await localProgram({ title: "", command: "sh", args, cwd: "/", env: new Map(Object.entries(env)), limits }).run({ stdin: "" });
  },
};
ways[way]();
`;

/** Stands for every program. Makes a file named by its process number, which it removes if it is asked to end. */
const STUB = `#!/bin/sh
trap 'rm "$PIDS/$$.lock"; exit' TERM
echo > "$PIDS/$$.lock"
while :; do sleep 0.05; done
`;

const temporary = temporaryDirectories();
const started = new Set<ChildProcess>();
let program = "";

beforeAll(async () => {
  const directory = temporary();
  program = join(directory, "program.cjs");
  writeFileSync(join(directory, "program.ts"), PROGRAM);
  const entry = join(directory, "program.ts");
  await bundleProgram(entry, program);
});

afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

const WAYS = [
  { way: "git", programs: 1, isAsked: true },
  { way: "objects", programs: 1, isAsked: true },
  { way: "remote", programs: 1, isAsked: false },
  { way: "helm", programs: 1, isAsked: false },
  { way: "function", programs: 3, isAsked: false },
] as const;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

test.each(SIGNALS.flatMap((signal) => WAYS.map((each) => ({ ...each, signal }))))(
  "$signal leaves nothing of: $way",
  async ({ way, programs, isAsked, signal }) => {
    const place = temporary();
    const [tmp, pids] = [join(place, "tmp"), join(place, "pids")];
    for (const path of [tmp, pids]) mkdirSync(path);
    writeFileSync(join(place, "git"), STUB, { mode: 0o755 });
    const child = spawn(process.execPath, [program, way, place], {
      env: { ...process.env, TMPDIR: tmp },
      stdio: "inherit",
    });
    started.add(child);
    await until(() => readdirSync(pids).length === programs);
    const running = readdirSync(pids).map((name) => Number.parseInt(name, 10));
    expect(running.filter(isRunning)).toEqual(running);
    const exit = once(child, "exit");
    child.kill(signal);
    expect(await exit).toEqual([null, signal]);
    await until(() => !running.some(isRunning));
    expect(readdirSync(tmp)).toEqual([]);
    expect(readdirSync(pids)).toHaveLength(isAsked ? 0 : programs);
    const workplaces = join(place, "store/v1/tmp");
    expect(existsSync(workplaces) ? readdirSync(workplaces) : []).toEqual([]);
  },
);

test("a signal that arrives just before nothing is left to clean up still ends the process", async () => {
  const place = temporary();
  const child = spawn(process.execPath, [program, "cancelled", place], { stdio: "inherit" });
  started.add(child);
  expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
});

test("a signal while a file is written leaves the file or nothing", async () => {
  const place = temporary();
  const child = spawn(process.execPath, [program, "file", place], { stdio: "inherit" });
  started.add(child);
  expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
  expect(readdirSync(place)).toEqual(["file"]);
});
