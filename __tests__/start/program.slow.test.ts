/** The shipped program, dist/cli.js, in its own process. */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { configMap, temporaryDirectory } from "../cli/terminal.ts";
import { distFile } from "../dist.ts";
import { NODES } from "../nodes.ts";
import { NO_PROC, unless } from "../unless.ts";

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
    cpSync(distFile(), join(directory.path, "dist"), { recursive: true });
    const { status, stdout, stderr } = spawnSync(node, ["dist/cli.js", "build", "one"], {
      cwd: directory.path,
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: configMap("a"), stderr: "" });
  });

  test("reports a Node that is too old", () => {
    const before = join(directory.path, "before.cjs");
    writeFileSync(before, "delete process.getBuiltinModule;\n");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["-r", before, distFile("cli.js"), "version"], {
      encoding: "utf8",
    });
    const message = `error: krm-render needs Node 20.16, 22.3 or newer, and this is ${process.version}\n`;
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: message });
  });

  test("exits with the status of the command", () => {
    const run = (...args: string[]) => spawnSync(process.execPath, [distFile("cli.js"), ...args]).status;
    expect([run("version"), run("build", directory.path), run("bild")]).toEqual([0, 1, 2]);
  });

  test.each([
    ["one", [], "what needs nothing else"],
    ["chart", [], "what needs more than the quick program has"],
    ["broken", [], "what cannot be read"],
    ["one", ["extra"], "wrong usage"],
  ])("prints the same for %s %j with and without options: %s", (target, more) => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [distFile("cli.js"), "build", target, ...more, ...args], {
        cwd: directory.path,
        encoding: "utf8",
      });
    const { status, stdout, stderr } = run();
    const whole = run("--load-restrictor=LoadRestrictionsRootOnly");
    expect({ status, stdout, stderr }).toEqual({ status: whole.status, stdout: whole.stdout, stderr: whole.stderr });
  });

  test("prints all of a large output into a pipe", () => {
    const { status, stdout } = spawnSync(process.execPath, [distFile("cli.js"), "build", "many"], {
      cwd: directory.path,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    expect(status).toBe(0);
    expect(stdout === many).toBe(true);
  });

  test("ends quietly when its output is no longer read", async () => {
    const child = spawn(process.execPath, [distFile("cli.js"), "build", "many"], { cwd: directory.path });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on("close", resolve));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

describe("the start", () => {
  test("build loads nothing of Node that it does not need", () => {
    const report = join(directory.path, "report.cjs");
    const lists =
      "process.moduleLoadList.filter((name) => /^NativeModule [a-z_]+$/.test(name)).map((n) => n.slice(13))";
    writeFileSync(report, `process.on("exit", () => console.error(JSON.stringify(${lists})));\n`);
    const { stdout, stderr } = spawnSync(process.execPath, ["-r", report, distFile("cli.js"), "build", "one"], {
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
    const text = readFileSync(distFile(file), "utf8");
    expect(text).toContain("function createBuilder(");
    for (const name of ["octokit", "undici"]) expect(text).not.toContain(name);
  });

  describe.each(NODES)("by %s keeps the code that V8 compiled", (node) => {
    const caches = join(directory.path, `caches of ${NODES.indexOf(node)}`);
    const run = (arguments_: readonly string[], env: NodeJS.ProcessEnv = {}) => {
      const { status, stdout, stderr } = spawnSync(node, [distFile("cli.js"), ...arguments_], {
        cwd: directory.path,
        env: { XDG_CACHE_HOME: caches, ...env },
        encoding: "utf8",
        timeout: 60_000,
      });
      return { status, stdout, stderr };
    };
    const built = { status: 0, stdout: configMap("a"), stderr: "" };
    const kept = () =>
      !existsSync(caches)
        ? []
        : readdirSync(caches, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name));
    /** How often code was added; starts again at zero if V8 rejected the code. */
    const renewals = () => kept().map((file) => readFileSync(file).at(-1));
    const quick = (): string => {
      if (!kept().some((file) => file.endsWith("-quick-build"))) run(["build", "one"]);
      return kept().find((file) => file.endsWith("-quick-build")) as string;
    };

    test("unless it is switched off, cannot be written, or nothing was done", () => {
      expect(run(["build", "one"], { NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual(built);
      expect(run(["build", "one"], { XDG_CACHE_HOME: "relative" })).toEqual(built);
      writeFileSync(join(directory.path, "file"), "");
      expect(run(["build", "one"], { XDG_CACHE_HOME: join(directory.path, "file") })).toEqual(built);
      expect(run(["bild"]).status).toBe(2);
      expect(kept()).toEqual([]);
    });

    // Node's recursive `mkdirSync` never returns below /proc.
    unless(NO_PROC, test).each(["/proc/absent", "/proc/1/caches/deep", "/proc", "/dev/null/caches", "/sys/absent"])(
      "not in %s",
      (place) => {
        expect(run(["build", "one"], { XDG_CACHE_HOME: place })).toEqual(built);
      },
    );

    test("of each command, for the user alone", () => {
      for (let round = 0; round < 2; round++) {
        expect(run(["build", "one"])).toEqual(built);
        expect(run(["build", "one", "--strict"])).toEqual(built);
        expect(run(["version"]).status).toBe(0);
      }
      const names = kept().map((file) => file.replace(/.*\/[0-9a-f]{16}-/, ""));
      expect(names.sort()).toEqual(["program-build", "program-version", "quick-build"]);
      for (const file of kept()) expect(statSync(file).mode & 0o777).toBe(0o600);
    });

    test("and does not wait for a pipe in its place", () => {
      const file = quick();
      rmSync(file);
      expect(spawnSync("mkfifo", [file]).status).toBe(0);
      expect(run(["build", "one"])).toEqual(built);
      expect(statSync(file).isFile()).toBe(true);
    });

    test("and adds the functions of the next two runs", () => {
      for (const file of kept()) rmSync(file);
      expect(run(["build", "broken"]).status).toBe(1);
      const first = readFileSync(quick());
      const counts = [1, 2, 3, 4].map(() => {
        expect(run(["build", "one"])).toEqual(built);
        return renewals()[0];
      });
      expect(counts).toEqual([1, 2, 2, 2]);
      expect(readFileSync(quick()).length).toBeGreaterThan(first.length * 1.05);
    });

    test("and then adds functions once a day", () => {
      for (let round = 0; round < 4; round++) run(["build", "one"]);
      const settled = statSync(quick()).ino;
      expect(run(["build", "one"])).toEqual(built);
      expect(statSync(quick()).ino).toBe(settled);
      utimesSync(quick(), Date.now() / 1000, Date.now() / 1000 - 100_000);
      expect(run(["build", "one"])).toEqual(built);
      expect(statSync(quick()).ino).not.toBe(settled);
      expect(renewals()).toContain(2);
    });

    // V8 accepts only code that was compiled with the flags of its start, and the program changes flags while it runs.
    test.each([1, 10])("and takes it again after a build of %d MB", (size) => {
      const large = temporaryDirectory({
        "kustomization.yaml": "resources: [all.yaml, more.yaml]\n",
        "all.yaml": `${configMap("a")}# ${"x".repeat(size * 1e6)}\n`,
        "more.yaml": configMap("b"),
      });
      for (const file of kept()) rmSync(file);
      const files = [1, 2].map(() => {
        expect(run(["build", large.path])).toEqual({ ...built, stdout: `${configMap("a")}---\n${configMap("b")}` });
        return renewals();
      });
      expect(files).toEqual([[0], [1]]);
      large.remove();
    });

    test.each([
      [
        "was damaged",
        (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index % 5000 === 4999 ? byte ^ 1 : byte))),
      ],
      ["was cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
      ["is empty", () => Buffer.alloc(0)],
      [
        "was written by another V8",
        (bytes: Buffer) => {
          const half = Buffer.concat([Buffer.alloc(8), bytes.subarray(8, bytes.length >> 1)]);
          return Buffer.concat([half, half, Buffer.of(2)]);
        },
      ],
    ])("and writes it anew when it %s", (_, damage) => {
      const file = quick();
      const before = readFileSync(file);
      writeFileSync(file, damage(before));
      expect(run(["build", "one"])).toEqual(built);
      const after = readFileSync(file);
      const half = after.length >> 1;
      expect(after.subarray(0, half).equals(after.subarray(half, half + half))).toBe(true);
      expect([half > 100_000, after.at(-1)]).toEqual([true, 0]);
    });

    test("and does not run code that others can write", () => {
      const file = quick();
      chmodSync(file, 0o666);
      const before = statSync(file).ino;
      expect(run(["build", "one"])).toEqual(built);
      expect(statSync(file).ino).not.toBe(before);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    });

    test("and removes entries that were not used for a month", () => {
      const old = join(dirname(quick()), "0123456789abcdef-quick-build");
      writeFileSync(old, "");
      utimesSync(old, 0, 0);
      rmSync(quick());
      expect(run(["build", "one"])).toEqual(built);
      expect(existsSync(old)).toBe(false);
    });
  });
});
