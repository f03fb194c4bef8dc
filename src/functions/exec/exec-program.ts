/** Functions that are executables of this machine; docs/specification/executables.md 1, 2.1. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { failure } from "../../diagnostics.ts";
import type { RunLimits } from "../../processes/index.ts";
import { localProgram, workingDirectory } from "../local-program.ts";
import type { Program } from "../program.ts";
import type { ExecSpecification } from "../specification/function-specification.ts";
import type { FunctionRoot } from "../step.ts";

/** Where and how an executable is started. */
export interface ExecSettings {
  readonly root: FunctionRoot;
  /** The directory of this machine that is the top of the root's tree. */
  readonly top: string;
  /** Whether only files in or below the root may be run: KEP-2953's rule; kustomize looks anywhere. */
  readonly restricted: boolean;
  /** Absolute: `$XDG_CONFIG_HOME/kustomize/plugins`, the one place that absolute paths may lead to. */
  readonly pluginHome: string | undefined;
  /** What is declared, by name. */
  readonly env: ReadonlyMap<string, string>;
  readonly limits: RunLimits;
}

/** @throws KrmError `exec-refused` for a path or a file that may not be run, `exec-not-found` for one where nothing is */
export async function execProgram(specification: ExecSpecification, settings: ExecSettings): Promise<Program> {
  const { root, top, env, limits } = settings;
  const cwd = workingDirectory(root, top, specification.location);
  const command = await commandOf(specification, settings, cwd);
  checkDigest(command, specification);
  const program = localProgram({
    title: specification.path,
    command,
    args: () => specification.args,
    cwd,
    env,
    limits,
  });
  return {
    ...program,
    run(run) {
      // Once more: what has run before may have changed the file.
      checkDigest(command, specification);
      return program.run(run);
    },
  };
}

/** @throws KrmError `exec-refused` for a file that is not the one that the config means */
function checkDigest(command: string, { path, sha256, location }: ExecSpecification): void {
  if (sha256 === undefined) return;
  if (!command.includes("/")) {
    throw failure("exec-refused", `${path} is looked for on the PATH, where no digest tells which file is meant`, {
      ...location,
      hint: "Give it a path with a slash, or leave `sha256` out.",
    });
  }
  const found = digestOf(command);
  if (found === sha256) return;
  const what = found === undefined ? "cannot be read" : `has the digest sha256 ${found}`;
  throw failure("exec-refused", `${path} ${what}, and its config asks for ${sha256}`, {
    ...location,
    hint: "See whether the file was meant to change; if so, write its new digest into the config.",
  });
}

function digestOf(path: string): string | undefined {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return undefined;
  }
}

async function commandOf(
  { path, location }: ExecSpecification,
  { root, top, restricted, pluginHome }: ExecSettings,
  cwd: string,
): Promise<string> {
  if (path.includes("\0")) throw failure("exec-refused", "the path of a function holds a NUL", { ...location });
  // A name without a slash is looked for on the PATH by spawn.
  if (!restricted) return path.includes("/") ? posix.resolve(cwd, path) : path;
  if (path.startsWith("/")) {
    const clean = posix.normalize(path);
    if (pluginHome !== undefined && clean.startsWith(`${pluginHome}/`)) return clean;
    throw failure("exec-refused", `${path} is absolute, and may not be run from there`, {
      ...location,
      hint: `Move it below the kustomization, or into ${pluginHome ?? "$XDG_CONFIG_HOME/kustomize/plugins"}. On the command line, --load-restrictor LoadRestrictionsNone lifts the rule.`,
    });
  }
  const wanted = posix.resolve(root.path, path);
  const located = await root.tree.lookup(wanted);
  const display = root.tree.display(wanted);
  if (located === undefined) {
    throw failure("exec-not-found", `${display} does not exist`, {
      ...location,
      hint: path.includes("/")
        ? "The path of a function counts from the directory of the kustomization that lists its config."
        : `The PATH is not searched: write ./${path} for a file beside the kustomization. On the command line, --load-restrictor LoadRestrictionsNone lifts the rule.`,
    });
  }
  if (located.type !== "file") {
    throw failure("exec-not-found", `${display} is not a file`, {
      ...location,
      hint: "Name the executable itself: `exec: {path: ./directory/program}`.",
    });
  }
  if (root.path !== "/" && !located.path.startsWith(`${root.path}/`)) {
    throw failure("exec-refused", `${display} is not in or below ${root.tree.display(root.path)}, and may not be run`, {
      ...location,
      hint: "Move it below the kustomization. On the command line, --load-restrictor LoadRestrictionsNone lifts the rule.",
    });
  }
  // In a copy links are files, so the path as it is written leads there, too.
  return top + wanted;
}
