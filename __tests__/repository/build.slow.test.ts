import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { NODES } from "../nodes.ts";
import { ROOT, temporaryRepository } from "./repository.ts";

const SOURCES = {
  "package.json": '{ "type": "module" }\n',
  "src/action/main.ts": 'void import("./program.ts").then(({ work }) => work());\n',
  "src/action/program.ts": [
    'import { parse } from "yaml";',
    "export async function work() {",
    '  console.log("action", parse("a: 1").a, (await import("../report/table.json")).default.rows);',
    '  console.log((await import("../report/index.ts")).name, typeof (await import("picomatch")).default);',
    "}",
    "",
  ].join("\n"),
  "src/start/launch.ts":
    'const file = process.argv[2]?.startsWith("quick") ? "./quick.js" : "./program.js";\nrequire(file);\n',
  "src/start/quick.ts": [
    "async function quick() {",
    '  if (process.argv[2] === "quick: 1") return console.log("quick");',
    '  console.log("never", await import("../report/index.ts"));',
    "}",
    "void quick();",
    "",
  ].join("\n"),
  "src/start/program.ts": [
    'import { createHash } from "node:crypto";',
    'import { join } from "node:path";',
    'import { name } from "../report/index.ts";',
    'import { parse } from "yaml";',
    'if (process.argv[2] === "hash") console.log(createHash("sha256").update("").digest("hex").slice(0, 8));',
    "else console.log(join(name, '→'), parse(process.argv[2] as string));",
    'if (process.argv[2]?.startsWith("node:")) void import(process.argv[2]).then(({ type }) => console.log(typeof type));',
    'if (process.argv[2] === "names") void import("node:os").then(({ type }) => console.log(typeof type));',
    'console.log(process.moduleLoadList.includes("NativeModule crypto"));',
    "",
  ].join("\n"),
  "src/start/watch.ts": 'console.log("watch");\n',
  "src/starlark/thread.ts": 'console.log("thread");\n',
  "src/action/caching/cache-client.ts": 'console.log("cache", new URL(import.meta.url).pathname);\n',
  "src/report/index.ts": 'export const name: string = "report".replace(/…/, "");\n',
  "src/report/table.json": '{ "rows": [1, 2] }\n',
};

const repositories: ReturnType<typeof temporaryRepository>[] = [];

function repositoryToBuild(): string {
  const repository = temporaryRepository(SOURCES);
  repositories.push(repository);
  cpSync(join(ROOT, "scripts"), join(repository.path, "scripts"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(repository.path, "node_modules"));
  return repository.path;
}

function build(root: string, options: string[] = [], node = process.execPath): SpawnSyncReturns<string> {
  return spawnSync(node, ["scripts/build.mjs", ...options], { cwd: root, encoding: "utf8" });
}

/** The text of every generated file, by path. */
function generated(root: string): Record<string, string> {
  const names = readdirSync(join(root, "dist"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  return Object.fromEntries(
    [...names, "THIRD_PARTY_LICENSES"].map((name) => [name, readFileSync(join(root, name), "utf8")]),
  );
}

afterAll(() => {
  for (const { remove } of repositories) remove();
});

describe("the build", () => {
  const root = repositoryToBuild();
  const first = build(root);

  test("writes one file for each entry point", () => {
    expect(first.stderr).toBe("");
    expect(Object.keys(generated(root)).sort()).toEqual([
      "THIRD_PARTY_LICENSES",
      "dist/cache.js",
      "dist/cli.js",
      "dist/index.js",
      "dist/package.json",
      "dist/program.js",
      "dist/quick.js",
      "dist/starlark.js",
      "dist/watch.js",
      "dist/worker.js",
    ]);
  });

  test("keeps the work of the action out of the program that watches it", () => {
    const { "dist/index.js": index = "", "dist/worker.js": worker } = generated(root);
    expect(index).toContain('require("./worker.js")');
    expect(index).not.toContain("node_modules");
    expect(worker).toContain("node_modules/yaml");
  });

  test("writes files that Node keeps in one byte per character", () => {
    for (const text of Object.values(generated(root))) expect(text).toMatch(/^[\0-\x7f]*$/);
  });

  test("writes files that run without node_modules", () => {
    const alone = temporaryRepository({});
    repositories.push(alone);
    cpSync(join(root, "dist"), join(alone.path, "elsewhere"), { recursive: true });
    const action = spawnSync(process.execPath, ["elsewhere/index.js"], { cwd: alone.path, encoding: "utf8" });
    expect({ out: action.stdout, err: action.stderr }).toEqual({
      out: "action 1 [ 1, 2 ]\nreport function\n",
      err: "",
    });
    const path = join(alone.path, "elsewhere/cache.js");
    expect(spawnSync(process.execPath, [path], { encoding: "utf8" }).stdout).toBe(`cache ${path}\n`);
    const cli = spawnSync(join(alone.path, "elsewhere/cli.js"), ["b: 2"], { encoding: "utf8" });
    expect({ out: cli.stdout, err: cli.stderr }).toEqual({ out: "report/→ { b: 2 }\nfalse\n", err: "" });
    expect(statSync(join(root, "dist/cli.js")).mode & 0o111).toBe(0o111);
  });

  test("loads the whole program where the quick one would import a file", () => {
    const run = (argument: string) =>
      spawnSync(process.execPath, [join(root, "dist/cli.js"), argument], { encoding: "utf8" });
    expect(run("quick: 1")).toMatchObject({ stdout: "quick\n", stderr: "", status: 0 });
    expect(run("quick: 2")).toMatchObject({ stdout: "report/→ { quick: 2 }\nfalse\n", stderr: "", status: 0 });
  });

  test("loads a module of Node when it is first used", () => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, "dist/cli.js"), "hash"], { encoding: "utf8" });
    expect({ out: stdout, err: stderr }).toEqual({ out: "e3b0c442\ntrue\n", err: "" });
  });

  test("requires what is imported dynamically, because the script of the command line cannot import", () => {
    expect(generated(root)["dist/program.js"]).not.toContain("import(");
    for (const argument of ["names", "node:os"]) {
      const { stdout, stderr } = spawnSync(process.execPath, [join(root, "dist/cli.js"), argument], {
        encoding: "utf8",
      });
      expect({ out: stdout.split("\n").at(-2), err: stderr }).toEqual({ out: "function", err: "" });
    }
  });

  test("lists the licence of what it bundles, and only that", () => {
    const titles = [...(generated(root)["THIRD_PARTY_LICENSES"] ?? "").matchAll(/^=+\n(.+)\n=+$/gm)].map(
      ([, title]) => title,
    );
    expect(titles).toEqual([
      expect.stringMatching(/^picomatch [\d.]+ \(MIT\)$/),
      expect.stringMatching(/^yaml [\d.]+ \(ISC\)$/),
    ]);
  });

  test.each(NODES)("gives the same bytes in another directory, by %s", (node) => {
    const other = repositoryToBuild();
    expect(build(other, [], node).stderr).toBe("");
    expect(generated(other)).toEqual(generated(root));
  });

  test("--check accepts a fresh build, and names files that differ", () => {
    const stale = repositoryToBuild();
    build(stale);
    expect(build(stale, ["--check"]).status).toBe(0);
    writeFileSync(join(stale, "dist/index.js"), "changed");
    writeFileSync(join(stale, "dist/left-over.js"), "");
    rmSync(join(stale, "dist/cli.js"));
    const before = generated(stale);
    const check = build(stale, ["--check"]);
    expect(check.status).toBe(1);
    expect(check.stderr.split("\n")).toEqual([
      "dist/ is not what the sources build to. Run `npm run build` and commit the result.",
      "  dist/cli.js is missing",
      "  dist/index.js differs",
      "  dist/left-over.js belongs to no build",
      "",
    ]);
    expect(generated(stale)).toEqual(before);
  });

  test("removes files that no build writes", () => {
    const stale = repositoryToBuild();
    build(stale);
    writeFileSync(join(stale, "dist/left-over.js"), "");
    build(stale);
    expect(generated(stale)).toEqual(generated(root));
  });
});
