/**
 * Signals at many moments of builds that run other programs. Nothing may be left: no container, no network, no process, no
 * temporary file, no half-written output. KRM_SIGNALS sets how many signals each kind of build gets.
 */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { configMap } from "../cli/terminal.ts";
import { distFile } from "../dist.ts";
import { findEngines, importImage, lackOfNetwork, type RealEngine } from "../functions/container/engines.ts";
import { SHELL } from "../functions/container/real-world.ts";
import { HELM, NO_HELM } from "../helm/tools.ts";
import { GIT_ENV, git, temporaryDirectories, writeContent } from "../sources/fixtures.ts";
import { unless } from "../unless.ts";

const COUNT = Number(process.env["KRM_SIGNALS"] ?? 4);
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const OLD = "the output of an earlier build\n";

const temporary = temporaryDirectories();
const engines = await findEngines();
afterAll(async () => {
  for (const { engine } of engines) await engine?.stop();
});

/** A kind of build: its files, and its command line. */
interface Kind {
  readonly files: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly engine?: RealEngine;
}

function functionConfig(name: string, specification: object): string {
  const annotations = `annotations: {config.kubernetes.io/function: ${JSON.stringify(JSON.stringify(specification))}}`;
  return `apiVersion: example.com/v1\nkind: Fn\nmetadata: {name: ${name}, ${annotations}}\n`;
}

/** Two functions, one of which needs a network, so that every kind of call of an engine is made. */
function containers(engine: RealEngine, image: string): Kind {
  const specification = { image, envs: ["FN=cat; sleep 0.1"] };
  return {
    files: {
      "kustomization.yaml": "resources: [a.yaml]\ntransformers: [one.yaml, two.yaml]\n",
      "a.yaml": configMap("a"),
      "one.yaml": functionConfig("one", { container: { ...specification, network: true } }),
      "two.yaml": functionConfig("two", { container: specification }),
    },
    flags: [
      "--enable-alpha-plugins",
      "--network",
      "--pull=never",
      `--container-runtime=${engine.name}`,
      ...engine.ulimits.flatMap((limit) => ["--ulimit", limit]),
    ],
    env: engine.env,
    engine,
  };
}

/** Leaves its session, closes everything, clears its variables, and leaves a process in its group as well. */
const EXECUTABLE = `#!/bin/sh
echo half > "$TMPDIR/half"
env -i setsid sh -c 'sleep 301 & exec sleep 302' "$TMPDIR" </dev/null >/dev/null 2>&1 &
sleep 303 </dev/null >/dev/null 2>&1 &
sleep 0.2
exec cat
`;

const EXECUTABLES: Kind = {
  files: {
    "kustomization.yaml": "resources: [a.yaml]\ntransformers: [fn.yaml]\n",
    "a.yaml": configMap("a"),
    "fn.yaml": functionConfig("fn", { exec: { path: "./fn.sh" } }),
    "fn.sh": EXECUTABLE,
  },
  flags: ["--enable-alpha-plugins", "--enable-exec"],
};

const CHARTS: Kind = {
  files: {
    "kustomization.yaml": "helmCharts: [{name: web, releaseName: web}]\n",
    "charts/web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
    "charts/web/values.yaml": "{}\n",
    "charts/web/templates/a.yaml": `${configMap("a").trimEnd()}\nnumbers: [{{ range until 20000 }}{{ . }},{{ end }}]\n`,
  },
  flags: ["--enable-helm", "--helm-command", `${HELM}`],
};

/** A base in a repository that takes a while to fetch. */
function remote(): Kind {
  const served = temporary();
  const files: Record<string, string> = { "base/kustomization.yaml": "resources: [a.yaml]\n" };
  files["base/a.yaml"] = configMap("a");
  for (let index = 0; index < 2000; index++) files[`more/${index}`] = `${index} `.repeat(500);
  writeContent(served, { files });
  git(served, "init", "-q", "-b", "main");
  git(served, "add", "-A");
  git(served, "commit", "-qm", "all");
  return { files: { "kustomization.yaml": `resources: ["file://${served}//base"]\n` }, flags: [], env: GIT_ENV };
}

/** The processes that work in or for a directory, or for a container of a process. */
function processesOf(directory: string, pid: number): string[] {
  const read = (path: string): string => {
    try {
      return path.endsWith("cwd") ? readlinkSync(path) : readFileSync(path, "latin1");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const command = read(`/proc/${name}/cmdline`).replaceAll("\0", " ");
    const told = [command, read(`/proc/${name}/environ`), read(`/proc/${name}/cwd`)];
    return told.some((text) => text.includes(directory) || text.includes(`krm-${pid}-`)) ? [command] : [];
  });
}

function leftIn(engine: RealEngine | undefined, pids: readonly number[]): string[] {
  if (engine === undefined) return [];
  const all = engine.name === "podman" ? ["-a", "--external"] : ["-a"];
  const lists = [
    ["ps", ...all, "--format", "{{.Names}}"],
    ["network", "ls", "--format", "{{.Name}}"],
  ];
  const names = lists.flatMap((list) => engine.run(...list).split("\n"));
  return names.filter((name) => pids.some((pid) => name.startsWith(`krm-${pid}-`)));
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Run {
  readonly place: string;
  readonly pid: number;
  /** The status or the signal. */
  readonly end: Promise<unknown>;
  /** Sends a signal to the process, or as a terminal does to its group. */
  signal(signal: NodeJS.Signals, toGroup: boolean): void;
}

function run({ files, flags, env = {} }: Kind): Run {
  const place = temporary();
  writeContent(place, { files: { ...files, "out.yaml": OLD } });
  for (const path of Object.keys(files)) {
    if (path.endsWith(".sh")) chmodSync(join(place, path), 0o755);
  }
  for (const directory of ["tmp", "cache"]) mkdirSync(join(place, directory));
  const own = { ...process.env, ...env, TMPDIR: join(place, "tmp"), XDG_CACHE_HOME: join(place, "cache") };
  const child = spawn(process.execPath, [distFile("cli.js"), "build", ".", "-o", "out.yaml", ...flags], {
    cwd: place,
    env: { ...own, NODE_DISABLE_COMPILE_CACHE: "1" },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const pid = child.pid as number;
  return {
    place,
    pid,
    end: new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve(code === 1 ? stderr : (signal ?? code)));
    }),
    signal(signal, toGroup) {
      try {
        process.kill(toGroup ? -pid : pid, signal);
      } catch {
        // It has ended.
      }
    },
  };
}

/** What a build has left, apart from its output. */
async function leftovers({ place, pid }: Run): Promise<string[]> {
  // A process that was killed takes a moment to end.
  for (let tries = 0; tries < 100 && processesOf(place, pid).length > 0; tries++) await pause(20);
  const cache = readdirSync(join(place, "cache"), { recursive: true, encoding: "utf8" });
  return [
    ...processesOf(place, pid),
    ...readdirSync(join(place, "tmp")),
    ...readdirSync(place).filter((name) => name.endsWith(".tmp")),
    ...cache.filter((path) => /(?:^|\/)(?:tmp|aside)\/./.test(path)),
  ];
}

/** @param lack what this machine lacks for it */
function signalled(kind: () => Kind, lack?: string): void {
  unless(lack, test)(
    "leaves nothing, whenever the signal comes",
    async () => {
      const built = kind();
      const first = run(built);
      const began = performance.now();
      expect(await first.end).toBe(0);
      const duration = performance.now() - began;
      const output = readFileSync(join(first.place, "out.yaml"), "utf8");
      expect(output).not.toBe(OLD);
      expect(await leftovers(first)).toEqual([]);
      const pids = [first.pid];
      for (let index = 0; index < COUNT; index++) {
        const each = run(built);
        pids.push(each.pid);
        const delay = ((index + 0.5) / COUNT) * duration;
        await pause(delay);
        const signal = SIGNALS[index % SIGNALS.length] ?? "SIGINT";
        each.signal(signal, index % 2 === 0);
        if (index % 4 === 1) void pause(index % 200).then(() => each.signal(signal, true));
        const end = await each.end;
        const what = { signal, delay, end, left: await leftovers(each), inEngine: leftIn(built.engine, [each.pid]) };
        expect(what).toEqual({ ...what, end: end === 0 ? 0 : signal, left: [], inEngine: [] });
        expect([OLD, output]).toContain(readFileSync(join(each.place, "out.yaml"), "utf8"));
      }
      // An engine may go on after its client has ended.
      if (built.engine !== undefined) await pause(2000);
      expect(leftIn(built.engine, pids)).toEqual([]);
    },
    3_600_000,
  );
}

describe.each(engines)("a build with containers of $name", ({ engine, lack }) => {
  let image = "";
  beforeAll(() => {
    if (engine !== undefined) image = importImage(engine, "signals", [SHELL]);
  });
  afterAll(() => void engine?.run("rmi", "-f", image));
  signalled(() => containers(engine as RealEngine, image), engine === undefined ? lack : lackOfNetwork(engine));
});

describe("a build with executables", () => {
  signalled(() => EXECUTABLES);
});

describe("a build with charts", () => {
  signalled(() => CHARTS, NO_HELM);
});

describe("a build with a remote base", () => {
  signalled(remote);
});

describe("a signal at the moment when the first temporary directory is made", () => {
  /** Sends the signal from within the call, so that nothing runs between the two. */
  const INTERRUPT = `const fs = require("node:fs");
const make = fs.mkdtempSync;
fs.mkdtempSync = (...args) => {
  const made = make(...args);
  process.kill(process.pid, "SIGTERM");
  return made;
};
`;

  test("leaves no directory", async () => {
    const place = temporary();
    const kustomization = "helmCharts: [{name: web, releaseName: web}]\n";
    writeContent(place, {
      files: { "kustomization.yaml": kustomization, "charts/web/Chart.yaml": "", "i.cjs": INTERRUPT },
    });
    mkdirSync(join(place, "tmp"));
    const flags = [
      "--require",
      join(place, "i.cjs"),
      distFile("cli.js"),
      "build",
      "--enable-helm",
      "--helm-command",
      "cat",
    ];
    const child = spawn(process.execPath, flags, { cwd: place, env: { ...process.env, TMPDIR: join(place, "tmp") } });
    const end = await new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
    expect({ end, left: readdirSync(join(place, "tmp")) }).toEqual({ end: "SIGTERM", left: [] });
  });
});
