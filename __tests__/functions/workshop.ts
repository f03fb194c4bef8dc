/** Builds with real executables as functions, by krm-render and by kustomize, and checks that they leave nothing behind. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect } from "@jest/globals";
import { type Diagnostic, diagnosticsOf } from "../../src/diagnostics.ts";
import { type BuildOptions, createBuilder } from "../../src/engine/index.ts";
import { createFunctions, type FunctionsOptions } from "../../src/functions/index.ts";
import { isRunning } from "../../src/processes/process-numbers.ts";
import { diskTree } from "../../src/sources/index.ts";
import { parseResources, toValue, type Value } from "../../src/yaml/index.ts";
import { findProgram, lackOf } from "../programs.ts";

export type Files = Readonly<Record<string, string>>;

export interface Outcome {
  /** The printed objects; undefined if the build fails. */
  readonly text: string | undefined;
  /** The errors of a build that fails, else its warnings and notices. */
  readonly diagnostics: readonly Diagnostic[];
  /** The standard error of the functions. */
  readonly log: readonly string[];
}

/** A kustomize binary that runs exec functions. */
export const binary = findProgram("KUSTOMIZE_BIN");
export const NO_KUSTOMIZE = lackOf("KUSTOMIZE_BIN");

const directories: string[] = [];

/** Creates a directory with these files. Those that begin with `#!` are executable. */
export function directoryOf(content: Files): string {
  const directory = mkdtempSync(join(tmpdir(), "krm-functions-test-"));
  directories.push(directory);
  for (const [path, text] of Object.entries(content)) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (text.startsWith("#!")) chmodSync(file, 0o755);
  }
  return directory;
}

export interface Settings {
  readonly functions?: Partial<FunctionsOptions>;
  readonly build?: BuildOptions;
  /** Called after the build, before the functions are closed. */
  readonly whileOpen?: () => Promise<void>;
  /** The directory to build, relative to the top. */
  readonly target?: string;
}

export async function buildIn(directory: string, settings: Settings = {}): Promise<Outcome> {
  const { functions, build, whileOpen, target = "" } = settings;
  const log: string[] = [];
  const port = createFunctions({
    alphaPlugins: true,
    exec: true,
    environment: { host: { ...process.env }, inherited: [], given: [] },
    failOn: "error",
    log: (line) => void log.push(line),
    ...functions,
  });
  // As on the command line, the tree is the whole disk.
  const builder = createBuilder(diskTree("/", { display: (path) => path.slice(directory.length + 1) || "." }), {
    reorder: "none",
    ...build,
    functions: port,
  });
  try {
    const { resources, diagnostics } = await builder.build(join(directory, target));
    return { text: resources.map(({ yaml }) => yaml).join("---\n"), diagnostics, log };
  } catch (thrown) {
    return { text: undefined, diagnostics: diagnosticsOf(thrown), log };
  } finally {
    await whileOpen?.();
    await port.close();
  }
}

/** Waits until all processes have ended whose numbers are in a file. There must be some. */
export async function endOf(file: string): Promise<void> {
  const numbers = readFileSync(file, "utf8").trim().split("\n").map(Number);
  while (numbers.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Builds the same files by kustomize. */
export function kustomizeIn(
  directory: string,
  flags: readonly string[] = [],
  target = "",
): { text?: string; error: string } {
  const all = [
    "build",
    join(directory, target),
    "--enable-alpha-plugins",
    "--enable-exec",
    "--reorder",
    "none",
    ...flags,
  ];
  const { status, stdout, stderr } = spawnSync(binary as string, all, { encoding: "utf8", maxBuffer: 1 << 28 });
  return status === 0 ? { text: stdout, error: stderr } : { error: stderr };
}

export const OBJECTS = `apiVersion: v1
kind: ConfigMap
metadata:
  name: one
data:
  key: value
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: two
  namespace: other
---
apiVersion: v1
kind: Service
metadata:
  name: three
`;

/** A config for the executable `fn`. */
export const CONFIG = configOf("path: ./fn");

export function configOf(exec: string, name = "fn"): string {
  const indented = exec.trimEnd().replaceAll("\n", "\n        ");
  return `apiVersion: example.com/v1
kind: Fn
metadata:
  name: ${name}
  annotations:
    config.kubernetes.io/function: |
      exec:
        ${indented}
`;
}

/** A shell script as the function of one field. */
export function files(role: "generators" | "transformers" | "validators", script: string, more: Files = {}): Files {
  return {
    "kustomization.yaml": `resources: [objects.yaml]\n${role}: [config.yaml]\n`,
    "objects.yaml": OBJECTS,
    "config.yaml": CONFIG,
    fn: `#!/bin/sh\n${script}\n`,
    ...more,
  };
}

/** A script that ignores its input and prints a list. */
export function printing(text: string): string {
  return `cat > /dev/null\ncat <<'EOF'\n${text.trimEnd()}\nEOF`;
}

/** `Kind name` of each object, in order. */
export function names(text: string | undefined): string[] | undefined {
  return text === undefined ? undefined : parseResources(text, "").map((each) => nameOf(toValue(each)));
}

function nameOf(value: Value): string {
  const { kind, metadata } = value as { kind: string; metadata?: { name?: string } };
  return `${kind} ${metadata?.name ?? ""}`;
}

/** The command lines of the running processes that were started with a variable of a test. */
function remainingProcesses(): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || !readFileSync(`/proc/${name}/environ`, "utf8").includes(`TMPDIR=${OURS}`)) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      // A process that has just ended may still be listed, without one.
      return command === "" ? [] : [command];
    } catch {
      return [];
    }
  });
}

const OURS = join(tmpdir(), `krm-render-${process.pid}-`);

/** Call this in each test file. It checks that neither processes nor files are left. */
export function leaveNothing(): void {
  afterEach(() => {
    const left = readdirSync(tmpdir()).filter((name) => join(tmpdir(), name).startsWith(OURS));
    const running = remainingProcesses();
    for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
    expect({ left, running }).toEqual({ left: [], running: [] });
  });
}
