/** Private directories are removed, also those of processes that were killed. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { processSpace, withPrivateDirectory } from "../../src/processes/index.ts";
import { temporaryDirectory } from "../../src/processes/private-directory.ts";
import { unless } from "../unless.ts";

const GONE = 2 ** 22 + 1;
const HERE = processSpace();

/** A process like a daemon that a function has started in that directory. */
function startDaemon(directory: string) {
  const child = spawn("sleep", ["1000"], {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, TMPDIR: directory },
  });
  return { child, end: new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal))) };
}

test("the first one removes those of processes that no longer exist, and nothing else", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
  const at = (name: string): string => join(tmpdir(), name);
  const tag = `t${process.pid}`;
  const left = at(`krm-render-${GONE}-${HERE}-${tag}`);
  const others = [
    at(`krm-render-${process.pid}-${HERE}-${tag}`),
    at(`krm-render-${process.ppid}-${HERE}-${tag}`),
    at(`krm-render-${GONE}-${"0".repeat(16)}-${tag}`),
    at(`krm-render-${GONE}-${tag}`),
    at(`krm-render-${GONE}-${HERE}-${tag}-open`),
  ];
  const link = at(`krm-render-${GONE}-${HERE}-${tag}-link`);
  try {
    for (const path of [left, ...others]) {
      mkdirSync(join(path, "tree"), { recursive: true });
      writeFileSync(join(path, "tree/file"), "secret");
      chmodSync(path, path.endsWith("-open") ? 0o777 : 0o700);
    }
    writeFileSync(join(elsewhere, "file"), "");
    const daemon = startDaemon(left);
    const other = startDaemon(elsewhere);
    symlinkSync(elsewhere, link);
    const made = await withPrivateDirectory((directory) => {
      expect(existsSync(directory)).toBe(true);
      return Promise.resolve(directory);
    });
    expect(existsSync(left)).toBe(false);
    expect([...others, link, join(elsewhere, "file")].filter((path) => !existsSync(path))).toEqual([]);
    expect(existsSync(made)).toBe(false);
    expect(await daemon.end).toBe("SIGKILL");
    other.child.kill("SIGTERM");
    expect(await other.end).toBe("SIGTERM");
  } finally {
    for (const path of [left, ...others, link, elsewhere]) rmSync(path, { recursive: true, force: true });
  }
});

test.each(["SIGTERM", "SIGINT"] as const)("%s ends the processes in one, and removes it", async (signal) => {
  const received: string[] = [];
  const listen = (name: string): void => void received.push(name);
  process.on(signal, listen);
  try {
    await withPrivateDirectory(async (directory) => {
      const { end } = startDaemon(directory);
      process.emit(signal, signal);
      expect([existsSync(directory), await end, received]).toEqual([false, "SIGKILL", [signal]]);
    });
  } finally {
    process.off(signal, listen);
  }
});

test("the error says what to do where none can be made", () => {
  const hint = "Set the variable TMPDIR to a directory that can be written to.";
  expect(() => temporaryDirectory("absent/x-")).toThrow(
    expect.objectContaining({
      code: "output-unwritable",
      message: expect.stringMatching(/^a temporary directory cannot be created: ENOENT: /),
      diagnostics: [expect.objectContaining({ hint })],
    }),
  );
});

test("many at a time do not add listeners, about which Node would warn", async () => {
  const listeners = (): number[] => ["SIGINT", "SIGTERM", "exit"].map((name) => process.listenerCount(name));
  const before = listeners();
  await withPrivateDirectory(async () => {
    const one = listeners();
    await withPrivateDirectory(() => withPrivateDirectory(() => Promise.resolve(expect(listeners()).toEqual(one))));
    expect(listeners()).toEqual(one);
  });
  // A signal that has arrived meanwhile still has to be heard.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(listeners()).toEqual(before);
});

/** Root ignores the permissions of files. */
const isRoot = process.getuid?.() === 0;

unless(isRoot ? "root can remove what is read-only" : undefined, test)("read-only files are removed, too", async () => {
  const path = await withPrivateDirectory(async (directory) => {
    mkdirSync(join(directory, "mod/cache"), { recursive: true });
    writeFileSync(join(directory, "mod/cache/file"), "");
    chmodSync(join(directory, "mod/cache"), 0o555);
    chmodSync(join(directory, "mod"), 0);
    return directory;
  });
  expect(existsSync(path)).toBe(false);
});
