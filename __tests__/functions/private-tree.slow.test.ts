/** Functions on a revision that is not on disk; docs/specification/executables.md 3.1. */
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import type { KrmError } from "../../src/diagnostics.ts";
import { createBuilder } from "../../src/engine/index.ts";
import { createFunctions } from "../../src/functions/index.ts";
import { createPrivateTrees } from "../../src/functions/private-tree.ts";
import { diskTree, gitTree, memoryTree, openRepository } from "../../src/sources/index.ts";
import { CONFIG, directoryOf, leaveNothing, names, OBJECTS } from "./workshop.ts";

leaveNothing();

const ENV = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, env: ENV, encoding: "utf8" }).trim();
}

async function revisionOf(directory: string) {
  git(directory, "init", "--quiet", "--initial-branch=main");
  git(directory, "add", "-A");
  git(directory, "commit", "--quiet", "-m", "first");
  const sha = git(directory, "rev-parse", "HEAD");
  const repository = await openRepository(directory, { env: ENV });
  return { repository, tree: await gitTree(repository, sha, "base") };
}

const APP = {
  "app/kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml]\n",
  "app/objects.yaml": OBJECTS,
  "app/config.yaml": CONFIG,
  // The file that it reads is elsewhere in the repository.
  "app/fn": `#!/bin/sh\nsed "s/key: value/key: $(cat ../shared/word)/"; pwd >&2; ls -a .. >&2\n`,
  "shared/word": "committed",
  top: "",
};

test("functions run at the same place in a private copy (docs/specification/executables.md 3.1)", async () => {
  const directory = directoryOf(APP);
  symlinkSync("shared/word", join(directory, "link"));
  symlinkSync("/etc/passwd", join(directory, "outside"));
  const { repository, tree } = await revisionOf(directory);
  writeFileSync(join(directory, "shared/word"), "changed");
  const log: string[] = [];
  const functions = createFunctions({
    alphaPlugins: true,
    exec: true,
    environment: { host: {}, inherited: [], given: [] },
    failOn: "error",
    log: (line) => void log.push(line),
  });
  try {
    const { resources } = await createBuilder(tree, { functions }).build("/app");
    const text = resources.map(({ yaml }) => yaml).join("---\n");
    expect(text).toContain("key: committed");
    expect(names(text)).toHaveLength(3);
    const [cwd = "", ...entries] = log.map((line) => line.replace("./fn: ", ""));
    expect(cwd.startsWith(directory)).toBe(false);
    expect(entries).toEqual([".", "..", "app", "link", "shared", "top"]);
    const top = dirname(cwd);
    expect([statSync(dirname(top)).mode & 0o777, statSync(join(top, "app/fn")).mode & 0o111]).toEqual([0o700, 0o111]);
    expect(statSync(join(top, "top")).mode & 0o111).toBe(0);
    expect(lstatSync(join(top, "link")).isFile()).toBe(true);
    await functions.close();
    expect(existsSync(dirname(top))).toBe(false);
  } finally {
    await functions.close();
    repository.close();
  }
});

test("a tree is copied once, and not if it is on disk", async () => {
  const trees = createPrivateTrees();
  try {
    const tree = memoryTree({ "a/b": "c" });
    const [one, two] = await Promise.all([trees.directoryOf(tree), trees.directoryOf(tree)]);
    expect(one).toBe(two);
    expect(readFileSync(join(one, "a/b"), "utf8")).toBe("c");
    expect(await trees.directoryOf(memoryTree({ a: "" }))).not.toBe(one);
    const directory = directoryOf({ a: "" });
    expect(await trees.directoryOf(diskTree(directory))).toBe(directory);
    expect(await trees.directoryOf(diskTree("/"))).toBe("");
  } finally {
    trees.close();
  }
});

test("links that multiply their content end with an error", async () => {
  const links: Record<string, string> = {};
  for (let level = 0; level < 40; level++) {
    links[`d${level}/a`] = `../d${level + 1}`;
    links[`d${level}/b`] = `../d${level + 1}`;
  }
  const trees = createPrivateTrees();
  try {
    await expect(trees.directoryOf(memoryTree({ "d40/file/empty": "" }, links))).rejects.toMatchObject({
      code: "directory-too-large",
      message: expect.stringContaining("more than 100000 files and directories"),
    });
  } finally {
    trees.close();
  }
});

test("a copy that is removed while it is written stays removed", async () => {
  const trees = createPrivateTrees();
  const files = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`d${at}/file`, ""]));
  const copying = trees.directoryOf(memoryTree(files)).catch((error: KrmError) => error.code);
  trees.close();
  expect(await copying).toBe("unwritable-copy");
});

test.each(["SIGTERM", "SIGINT"] as const)("a copy is removed when %s ends the process", async (signal) => {
  const heard: string[] = [];
  const listen = (name: string): void => void heard.push(name);
  process.on(signal, listen);
  const trees = createPrivateTrees();
  try {
    const top = await trees.directoryOf(memoryTree({ a: "" }));
    process.emit(signal, signal);
    expect([existsSync(top), heard]).toEqual([false, [signal]]);
  } finally {
    trees.close();
    process.off(signal, listen);
  }
});

test("links in a circle end with an error", async () => {
  const trees = createPrivateTrees();
  try {
    await expect(trees.directoryOf(memoryTree({ "a/b": "" }, { "a/up": ".." }))).rejects.toMatchObject({
      code: "directory-too-large",
    });
  } finally {
    trees.close();
  }
});
