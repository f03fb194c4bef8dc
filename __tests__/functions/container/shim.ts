/** A script in place of an engine that records its calls and gives prepared answers. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineName } from "../../../src/functions/container/index.ts";
import type { ContainerSpecification } from "../../../src/functions/specification/function-specification.ts";

export const ID = `sha256:${"1".repeat(64)}`;
export const DIGEST = `sha256:${"d".repeat(64)}`;

/** The script for each subcommand. It gets the arguments. */
export type Answers = Readonly<Record<string, string>>;

export interface Shim {
  /** A PATH with no engine but the shim. */
  readonly path: string;
  /** The arguments of each call so far, in order. */
  calls(): string[][];
  /** The variables of the last call of a subcommand. */
  variables(subcommand: string): Map<string, string>;
  remove(): void;
}

/** The default answers: the image is present, the container echoes its input, and removals succeed. */
export const WORKING: Answers = {
  image: answer([{ Id: ID, RepoDigests: [`example.com/fn@${DIGEST}`], Os: "linux", Architecture: "amd64" }]),
  pull: "",
  create: "echo made",
  start: "cat",
  run: "cat",
  logs: "printf hello",
  inspect: answer({ Status: "exited", Running: false, ExitCode: 0, OOMKilled: false, Error: "" }),
  kill: "",
  rm: "",
  ps: "",
  network: "",
};

/** A script that prints a value as JSON. */
export function answer(value: unknown): string {
  return `cat <<'END'\n${JSON.stringify(value)}\nEND`;
}

export function shim(engine: EngineName, answers: Answers = {}): Shim {
  const directory = mkdtempSync(join(tmpdir(), "shim-"));
  const log = join(directory, "calls");
  mkdirSync(join(directory, "env"));
  const cases = Object.entries({ ...WORKING, ...answers }).map(([name, script]) => `${name})\n${script}\n;;`);
  // Appended at once: several calls may run at the same time.
  const part = `'${directory}/part-'$$`;
  const record = `{ for each in "$@"; do printf '%s\\0' "$each"; done; printf '\\036'; } >${part}; cat ${part} >>'${log}'`;
  const script = `#!/bin/sh\n${record}\nenv >'${directory}/env/'"$1"\ncase "$1" in\n${cases.join("\n")}\nesac\n`;
  writeFileSync(join(directory, engine), script);
  chmodSync(join(directory, engine), 0o755);
  return {
    path: `${directory}:/usr/bin:/bin`,
    calls() {
      if (!existsSync(log)) return [];
      const entries = readFileSync(log, "utf8").split("\u001e").slice(0, -1);
      return entries.map((entry) => entry.split("\0").slice(0, -1));
    },
    variables(subcommand) {
      const lines = readFileSync(join(directory, "env", subcommand), "utf8")
        .trimEnd()
        .split("\n");
      return new Map(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export const LOCATION = { file: "base/fn.yaml", line: 7, column: 5 };

export function specification(more: Partial<ContainerSpecification> = {}): ContainerSpecification {
  return {
    type: "container",
    image: "example.com/fn:v1",
    network: false,
    mounts: [],
    envs: [],
    location: LOCATION,
    ...more,
  };
}

/** The directory of a kustomization on this machine. */
export function settings(directory = "/nowhere"): () => Promise<string> {
  return () => Promise.resolve(directory);
}
