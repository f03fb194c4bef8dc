/** The program as it is shipped: dist/cli.js in a process of its own. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  "chart/kustomization.yaml": "helmCharts: [{name: web, repo: 'https://charts.example', version: 1.0.0}]\n",
  "broken/kustomization.yaml": "resources: [absent.yaml]\nnamePrefx: a\n",
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

  test("says so where Node is too old for it", () => {
    const before = join(directory.path, "before.cjs");
    writeFileSync(before, "delete process.getBuiltinModule;\n");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["-r", before, join(DIST, "cli.js"), "version"], {
      encoding: "utf8",
    });
    const message = `error: krm-render needs Node 20.16, 22.3 or newer, and this is ${process.version}\n`;
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: message });
  });

  test("exits with the status of the command", () => {
    const run = (...args: string[]) => spawnSync(process.execPath, [join(DIST, "cli.js"), ...args]).status;
    expect([run("version"), run("build", directory.path), run("bild")]).toEqual([0, 1, 2]);
  });

  test.each([
    ["one", [], "what needs nothing else"],
    ["chart", [], "what needs more than the quick program has"],
    ["broken", [], "what cannot be read"],
    ["one", ["extra"], "wrong usage"],
  ])("says the same of %s %j with and without options: %s", (target, more) => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(DIST, "cli.js"), "build", target, ...more, ...args], {
        cwd: directory.path,
        encoding: "utf8",
      });
    const { status, stdout, stderr } = run();
    const whole = run("--load-restrictor=LoadRestrictionsRootOnly");
    expect({ status, stdout, stderr }).toEqual({ status: whole.status, stdout: whole.stdout, stderr: whole.stderr });
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
  test("build loads nothing of Node that it does not need", () => {
    const report = join(directory.path, "report.cjs");
    const lists =
      "process.moduleLoadList.filter((name) => /^NativeModule [a-z_]+$/.test(name)).map((n) => n.slice(13))";
    writeFileSync(report, `process.on("exit", () => console.error(JSON.stringify(${lists})));\n`);
    const { stdout, stderr } = spawnSync(process.execPath, ["-r", report, join(DIST, "cli.js"), "build", "one"], {
      cwd: directory.path,
      encoding: "utf8",
    });
    expect(stdout).toBe(configMap("a"));
    const loaded: string[] = JSON.parse(stderr);
    expect(loaded).toContain("fs");
    for (const name of ["child_process", "crypto", "http", "https", "net", "os", "stream", "zlib"]) {
      expect(loaded).not.toContain(name);
    }
  });

  test.each(["program.js", "quick.js"])("%s brings nothing of GitHub's along", (file) => {
    const text = readFileSync(join(DIST, file), "utf8");
    expect(text).toContain("function createBuilder(");
    for (const name of ["octokit", "undici"]) expect(text).not.toContain(name);
  });

  const node24 = process.env["NODE24_BIN"];
  if (!node24) process.stderr.write("skipped: kept code, since NODE24_BIN does not name its program\n");
  (node24 ? test : test.skip)("Node keeps the compiled program among the user's caches", () => {
    const run = (env: NodeJS.ProcessEnv) =>
      spawnSync(node24 as string, [join(DIST, "cli.js"), "build", "one"], {
        cwd: directory.path,
        env,
        encoding: "utf8",
      });
    const caches = join(directory.path, "caches");
    expect(run({ XDG_CACHE_HOME: caches, NODE_DISABLE_COMPILE_CACHE: "1" })).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(caches)).toBe(false);
    expect(run({ XDG_CACHE_HOME: caches })).toMatchObject({ status: 0, stdout: configMap("a"), stderr: "" });
    expect(readdirSync(join(caches, "krm-render/code"), { recursive: true }).length).toBeGreaterThan(1);
    // Where it cannot be kept, nobody hears of it.
    writeFileSync(join(directory.path, "file"), "");
    expect(run({ XDG_CACHE_HOME: join(directory.path, "file") })).toMatchObject({ status: 0, stderr: "" });
  });
});
