/** The program as it is shipped: dist/cli.js in a process of its own. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { configMap, temporaryDirectory } from "./terminal.ts";

const ROOT = dirname(dirname(import.meta.dirname));
const DIST = join(ROOT, "dist");
const NODES = [process.execPath, ...(process.env.NODE24_BIN ? [process.env.NODE24_BIN] : [])];

const many = Array.from({ length: 3000 }, (_, index) => configMap(`map-${1000 + index}`)).join("---\n");
const directory = temporaryDirectory({
  "one/kustomization.yaml": "resources: [a.yaml]\n",
  "one/a.yaml": configMap("a"),
  "many/kustomization.yaml": "resources: [all.yaml]\n",
  "many/all.yaml": many,
});

afterAll(() => directory.remove());

describe("the program", () => {
  test.each(NODES)("runs on %s without anything installed", (node) => {
    // Far from this repository's node_modules.
    cpSync(DIST, join(directory.path, "dist"), { recursive: true });
    const { status, stdout, stderr } = spawnSync(node, ["dist/cli.js", "build", "one"], {
      cwd: directory.path,
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: configMap("a"), stderr: "" });
  });

  test("exits with the status of the command", () => {
    const run = (...args: string[]) => spawnSync(process.execPath, [join(DIST, "cli.js"), ...args]).status;
    expect([run("version"), run("build", directory.path), run("bild")]).toEqual([0, 1, 2]);
  });

  test("prints all of a large output into a pipe", () => {
    const { status, stdout } = spawnSync(process.execPath, [join(DIST, "cli.js"), "build", "many"], {
      cwd: directory.path,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    expect(status).toBe(0);
    expect(stdout === many).toBe(true);
  });

  test("ends quietly when nobody reads on", async () => {
    const child = spawn(process.execPath, [join(DIST, "cli.js"), "build", "many"], { cwd: directory.path });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on("close", resolve));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

describe("what starting costs", () => {
  /** The text of a file of dist/ and of all that it imports before it runs. */
  function loadedBy(file: string, seen = new Map<string, string>()): Map<string, string> {
    if (seen.has(file)) return seen;
    const text = readFileSync(file, "utf8");
    seen.set(file, text);
    for (const [, target = ""] of text.matchAll(/^(?:import|\}) ?(?:[^"\n]* from )?"(\.[^"\n]+)";$/gm)) {
      loadedBy(join(dirname(file), target), seen);
    }
    return seen;
  }

  test("build loads nothing of GitHub, of reviews or of reports", () => {
    const entry = join(DIST, "cli.js");
    const chunk = /build: async \(\)|import\("(\.\/chunks\/cli-build\.js)"\)/g;
    const build = [...readFileSync(entry, "utf8").matchAll(chunk)].flatMap((match) => match[1] ?? [])[0];
    expect(build).toBeDefined();
    const loaded = loadedBy(join(DIST, build ?? ""), loadedBy(entry));
    expect(loaded.size).toBeGreaterThan(2);
    const text = [...loaded.values()].join("\n");
    expect(text).toContain("function createBuilder(");
    for (const name of [
      "octokit",
      "undici",
      "function reviewTarget(",
      "function markdownReport(",
      "function htmlReport(",
    ]) {
      expect(text).not.toContain(name);
    }
  });
});
