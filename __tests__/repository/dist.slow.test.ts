/** No test runs a dist/ that is older than the sources. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { transformSync } from "esbuild";
import config from "../../jest.config.mjs";
import { distFile } from "../dist.ts";
import { ROOT, readText, repositoryFiles, temporaryRepository } from "./repository.ts";

describe("the path of a file in dist/", () => {
  test("is returned if dist/ is up to date", () => {
    expect(distFile("cli.js", "")).toBe(join(ROOT, "dist/cli.js"));
    expect(distFile(undefined, "")).toBe(join(ROOT, "dist"));
  });

  test("is refused with the reason if dist/ is out of date", () => {
    expect(() => distFile("cli.js", "dist/ is older.")).toThrow("dist/ is older.");
  });

  test("is refused if nothing was compared", () => {
    const before = process.env["DIST_PROBLEM"];
    delete process.env["DIST_PROBLEM"];
    try {
      expect(() => distFile("cli.js")).toThrow("dist/ was not compared with the sources");
    } finally {
      process.env["DIST_PROBLEM"] = before;
    }
  });
});

describe("dist/", () => {
  /** A text, and the same without `import()`. Comments are left out. */
  const printed = (text: string): string[] =>
    [true, false].map((allowed) => transformSync(text, { supported: { "dynamic-import": allowed } }).code);

  test("imports nothing dynamically, because a script of vm cannot", () => {
    const files = readdirSync(distFile()).filter((name) => name.endsWith(".js"));
    expect(files).toContain("program.js");
    for (const name of files) {
      const [text, without] = printed(readFileSync(distFile(name), "utf8"));
      expect([name, text === without]).toEqual([name, true]);
    }
    const [text, without] = printed('/* import("a") */ import("node:fs");');
    expect(text).not.toBe(without);
  });
});

test("jest compares before it runs any test", () => {
  expect(config.globalSetup).toBe("<rootDir>/scripts/jest-setup.mjs");
  expect(process.env["DIST_PROBLEM"]).toBeDefined();
});

describe("the comparison", () => {
  const ENTRY = 'console.log("a");\n';
  const repository = temporaryRepository({
    "package.json": '{ "type": "module" }\n',
    "src/action/caching/cache-client.ts": ENTRY,
    "src/action/main.ts": ENTRY,
    "src/action/program.ts": ENTRY,
    "src/start/launch.ts": ENTRY,
    "src/start/program.ts": ENTRY,
    "src/start/quick.ts": ENTRY,
    "src/start/watch.ts": ENTRY,
    "src/starlark/thread.ts": ENTRY,
  });
  cpSync(join(ROOT, "scripts"), join(repository.path, "scripts"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(repository.path, "node_modules"));
  afterAll(() => repository.remove());

  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: repository.path, encoding: "utf8" });
  const compared = (): string => {
    const script = 'import setup from "./scripts/jest-dist.mjs"; await setup(); console.log(process.env.DIST_PROBLEM);';
    const { stdout, stderr } = node("--input-type=module", "--eval", script);
    return stdout || stderr;
  };

  test("finds nothing after a build, nor after a change of a comment", () => {
    expect(node("scripts/build.mjs").stderr).toBe("");
    expect(compared()).toBe("\n");
    writeFileSync(join(repository.path, "src/starlark/thread.ts"), `/** A thread. */\n${ENTRY}`);
    expect(compared()).toBe("\n");
  });

  test("names a file whose sources were changed, and accepts it after a build", () => {
    writeFileSync(join(repository.path, "src/starlark/thread.ts"), 'console.log("b");\n');
    expect(compared()).toBe("dist/ is older than the sources (dist/starlark.js differs): run `npm run build`.\n");
    node("scripts/build.mjs");
    expect(compared()).toBe("\n");
  });

  test("names a file that is missing", () => {
    rmSync(join(repository.path, "dist/index.js"));
    expect(compared()).toBe("dist/ is older than the sources (dist/index.js is missing): run `npm run build`.\n");
  });

  test("reports sources that do not build", () => {
    writeFileSync(join(repository.path, "src/starlark/thread.ts"), "const = 1;\n");
    expect(compared()).toBe("dist/ cannot be compared with the sources, which do not build: run `npm run build`.\n");
  });
});

/** Tests that build a dist/ of their own, or do not run it. */
const WITHOUT = [
  "__tests__/action/inputs.test.ts",
  "__tests__/conformance/gate.slow.test.ts",
  "__tests__/functions/script/thread.slow.test.ts",
  "__tests__/repository/build.slow.test.ts",
  "__tests__/repository/licenses.test.ts",
  "__tests__/scripts/made-modules.slow.test.ts",
];

test("every test that runs dist/, or a script that does, asks for its path there", () => {
  const files = repositoryFiles().filter((file) => /^__tests__\/.*\.ts$/.test(file) && existsSync(join(ROOT, file)));
  const running = files.filter((file) =>
    /["'/]dist\/(?:cli|index|program|quick|starlark)\.js|"dist"|scripts\/(?:demo|docs)\.mjs/.test(readText(file)),
  );
  expect(running).toContain("__tests__/scripts/demo.slow.test.ts");
  const unguarded = running.filter((file) => !readText(file).includes("distFile"));
  expect(unguarded.filter((file) => !WITHOUT.includes(file))).toEqual([]);
});
