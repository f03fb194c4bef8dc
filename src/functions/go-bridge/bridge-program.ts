/** Runs a Go plugin by a build of an installed kustomize; docs/specification/legacy-plugins.md 4.5. */
import { cpSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { failure, KrmError } from "../../diagnostics.ts";
import type { RunLimits } from "../../processes/index.ts";
import { localProgram } from "../local-program.ts";
import type { Program, ProgramOutcome } from "../program.ts";
import type { Role } from "../step.ts";

interface Bridge {
  /** The path of the plugin, for messages. */
  readonly path: string;
  /** The program `kustomize`. */
  readonly kustomize: string;
  /** The plugin home that contains it. */
  readonly home: string;
  /** The directory of the kustomization. The plugin may load its files. */
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
  readonly limits: RunLimits;
  readonly role: Role;
  readonly config: string;
  readonly restricted: boolean;
}

/** Returns a program that reads the objects from standard input and prints the output of kustomize. */
export function bridgeProgram(bridge: Bridge): Program {
  const { path, kustomize, home, env, restricted } = bridge;
  return {
    title: path,
    async run({ stdin, signal }) {
      const program = localProgram({
        title: path,
        command: kustomize,
        args(directory) {
          const root = writeRoot(bridge, stdin, join(directory, "tree", basename(bridge.cwd)));
          const rule = restricted ? "LoadRestrictionsRootOnly" : "LoadRestrictionsNone";
          return ["build", root, "--enable-alpha-plugins", `--load-restrictor=${rule}`];
        },
        cwd: bridge.cwd,
        env: new Map([...env, ["KUSTOMIZE_PLUGIN_HOME", home]]),
        limits: bridge.limits,
      });
      return withoutLoadLines(await program.run({ stdin: "", ...(signal && { signal }) }));
    },
  };
}

const RESOURCES = "krm-render-resources.yaml";
const CONFIG = "krm-render-config.yaml";

/** Copies the directory of the kustomization, whose files the plugin may load, and replaces the kustomization in the copy. */
function writeRoot({ cwd, role, config }: Bridge, objects: string, root: string): string {
  try {
    copyFiles(cwd, root);
  } catch (cause) {
    if (cause instanceof KrmError) throw cause;
    const reason = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    const message = `the directory cannot be copied for a Go plugin (${reason})`;
    throw failure("unwritable-copy", message, { file: cwd, cause });
  }
  const lines = [
    ...(objects === "" ? [] : [`resources: [${RESOURCES}]`]),
    `${role === "generator" ? "generators" : "transformers"}: [${CONFIG}]`,
    "sortOptions: {order: fifo}",
  ];
  const written = { [RESOURCES]: objects, [CONFIG]: config, "kustomization.yaml": `${lines.join("\n")}\n` };
  // The names may be links or directories.
  for (const name of ["kustomization.yml", "Kustomization", ...Object.keys(written)]) {
    rmSync(join(root, name), { force: true, recursive: true });
  }
  for (const [name, text] of Object.entries(written)) writeFileSync(join(root, name), text, { flag: "wx" });
  return root;
}

const MAX_FILES = 100_000;
const MAX_BYTES = 2 * 1024 ** 3;

/** Copies links unchanged: kustomize refuses to read files outside of the copy. */
function copyFiles(from: string, to: string): void {
  let files = 0;
  let bytes = 0;
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter(source) {
      if (basename(source) === ".git") return false;
      const found = lstatSync(source);
      if (found.isFile()) bytes += found.size;
      if (++files > MAX_FILES || bytes > MAX_BYTES) {
        const hint = "Move the kustomization into a directory of its own.";
        const message = "the directory is too large to be copied for a Go plugin";
        throw failure("directory-too-large", message, { file: from, hint });
      }
      return found.isFile() || found.isDirectory() || found.isSymbolicLink();
    },
  });
}

/** Drops the line that kustomize prints for each plugin that it loads. */
function withoutLoadLines(outcome: ProgramOutcome): ProgramOutcome {
  if (outcome.exitCode !== 0) return outcome;
  const lines = outcome.stderr.split("\n").filter((line) => !line.includes("Attempting plugin load from"));
  return { ...outcome, stderr: lines.join("\n") };
}
