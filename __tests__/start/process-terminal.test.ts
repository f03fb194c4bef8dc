/** The state of a process at its start, and text that cannot be written. */
import { closeSync, createWriteStream, mkdirSync, openSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { processTerminal, sinkOf } from "../../src/start/process-terminal.ts";
import { temporaryDirectory } from "../cli/terminal.ts";
import { NO_FULL_DEVICE, unless } from "../unless.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

/** Writes two texts to a file as the program writes to standard output. */
async function written(path: string): Promise<readonly string[]> {
  const descriptor = openSync(path, "w");
  const problems: string[] = [];
  const sink = sinkOf(
    descriptor,
    () => createWriteStream("", { fd: descriptor, autoClose: false }),
    (error) => problems.push(error.message),
  );
  for (const text of ["one", "two"]) await sink.write(text);
  closeSync(descriptor);
  return problems;
}

describe("a sink", () => {
  test("writes in order", async () => {
    expect(await written(join(directory.path, "file"))).toEqual([]);
    expect(readFileSync(join(directory.path, "file"), "utf8")).toBe("onetwo");
  });

  unless(NO_FULL_DEVICE, test)("tells that the disk is full", async () => {
    const [first] = await written("/dev/full");
    expect(first).toMatch(/^ENOSPC: no space left on device/);
  });
});

test("the message says that the working directory was removed", () => {
  const before = process.cwd();
  const gone = join(directory.path, "gone");
  mkdirSync(gone);
  process.chdir(gone);
  rmdirSync(gone);
  try {
    expect(() => processTerminal().cwd).toThrow("the working directory does not exist any more");
  } finally {
    process.chdir(before);
  }
});
