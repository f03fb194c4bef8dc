/** A build by another kustomize, of nothing but one plugin and the objects it is to work on. */
import { cpSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { failure, KrmError } from "../../diagnostics.ts";
import type { RunLimits } from "../../processes/index.ts";
import { localProgram } from "../local-program.ts";
import type { Program, ProgramOutcome } from "../program.ts";
import type { Role } from "../step.ts";

export interface Bridge {
  /** The plugin, for messages. */
  readonly path: string;
  readonly kustomize: string;
  /** The directory of plugins that it is in. */
  readonly home: string;
  /** The directory of the kustomization, whose files the plugin may load. */
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
  readonly limits: RunLimits;
  readonly role: Role;
  readonly config: string;
  readonly restricted: boolean;
}

/** Its input are the objects, its output what kustomize prints. */
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
      return quiet(await program.run({ stdin: "", ...(signal && { signal }) }));
    },
  };
}

const RESOURCES = "krm-render-resources.yaml";
const CONFIG = "krm-render-config.yaml";

/** The kustomization's directory, with its name and files and another kustomization: plugins load files relative to that. */
function writeRoot({ cwd, role, config }: Bridge, objects: string, root: string): string {
  try {
    copyFiles(cwd, root);
  } catch (cause) {
    if (cause instanceof KrmError) throw cause;
    const reason = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    throw failure("unwritable-copy", `the directory cannot be copied for a Go plugin (${reason})`, {
      file: cwd,
      cause,
    });
  }
  const lines = [
    ...(objects === "" ? [] : [`resources: [${RESOURCES}]`]),
    `${role === "generator" ? "generators" : "transformers"}: [${CONFIG}]`,
    "sortOptions: {order: fifo}",
  ];
  const written = { [RESOURCES]: objects, [CONFIG]: config, "kustomization.yaml": `${lines.join("\n")}\n` };
  // Whatever they are: links, and directories, too.
  for (const name of ["kustomization.yml", "Kustomization", ...Object.keys(written)]) {
    rmSync(join(root, name), { force: true, recursive: true });
  }
  for (const [name, text] of Object.entries(written)) writeFileSync(join(root, name), text, { flag: "wx" });
  return root;
}

const MAX_FILES = 100_000;
const MAX_BYTES = 2 * 1024 ** 3;

/** Links stay as they are: kustomize refuses to read what they lead to outside of the copy. */
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
        throw failure("directory-too-large", "the directory holds too many files to be copied for a Go plugin", {
          file: from,
          hint: "Move the kustomization into a directory of its own.",
        });
      }
      return found.isFile() || found.isDirectory() || found.isSymbolicLink();
    },
  });
}

/** kustomize tells of each plugin that it loads. */
function quiet(outcome: ProgramOutcome): ProgramOutcome {
  if (outcome.exitCode !== 0) return outcome;
  const lines = outcome.stderr.split("\n").filter((line) => !line.includes("Attempting plugin load from"));
  return { ...outcome, stderr: lines.join("\n") };
}
