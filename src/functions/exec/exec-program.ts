/** Runs functions that are executables of this machine; docs/specification/executables.md 1, 2.1. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { failure } from "../../diagnostics.ts";
import type { RunLimits } from "../../processes/index.ts";
import { localProgram, workingDirectory } from "../local-program.ts";
import type { Program } from "../program.ts";
import type { ExecSpecification } from "../specification/function-specification.ts";
import type { FunctionRoot } from "../step.ts";

interface ExecSettings {
  readonly root: FunctionRoot;
  /** The directory of this machine that holds the tree of the root. */
  readonly top: string;
  /** True if only files in or below the root may run, as KEP-2953 says. kustomize has no such rule. */
  readonly restricted: boolean;
  /** `$XDG_CONFIG_HOME/kustomize/plugins`, absolute: the one directory that absolute paths may name. */
  readonly pluginHome: string | undefined;
  /** The declared variables, by name. */
  readonly env: ReadonlyMap<string, string>;
  readonly limits: RunLimits;
}

/** @throws KrmError `exec-refused` for a path or a file that must not run, `exec-not-found` for a path without a file */
export async function execProgram(specification: ExecSpecification, settings: ExecSettings): Promise<Program> {
  const { root, top, env, limits } = settings;
  const cwd = workingDirectory(root, top, specification.location);
  const command = await commandOf(specification, settings, cwd);
  checkDigest(command, specification);
  const { path: title, args } = specification;
  const program = localProgram({ title, command, args: () => args, cwd, env, limits });
  return {
    ...program,
    run(run) {
      // A program that ran before may have changed the file.
      checkDigest(command, specification);
      return program.run(run);
    },
  };
}

/** @throws KrmError `digest-mismatch` for a file with another digest than the config has, `exec-refused` for one that can have none */
function checkDigest(command: string, { path, sha256, location }: ExecSpecification): void {
  if (sha256 === undefined) return;
  if (!command.includes("/")) {
    const message = `${path} has a digest, but a program that is looked up on the PATH cannot have one`;
    const hint = "Write a path with a slash, or remove `sha256`.";
    throw failure("exec-refused", message, { ...location, hint });
  }
  const found = digestOf(command);
  if (found === sha256) return;
  const problem = found === undefined ? "cannot be read" : `has the digest sha256 ${found}`;
  const hint = "Check whether the file should have changed. If so, write its new digest into the config.";
  throw failure("digest-mismatch", `${path} ${problem}, but its config has ${sha256}`, { ...location, hint });
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
  if (path.includes("\0"))
    throw failure("exec-refused", "the path of a function contains a NUL character", { ...location });
  // `spawn` looks up a name without a slash on the PATH.
  if (!restricted) return path.includes("/") ? posix.resolve(cwd, path) : path;
  if (path.startsWith("/")) {
    const clean = posix.normalize(path);
    if (pluginHome !== undefined && clean.startsWith(`${pluginHome}/`)) return clean;
    const hint = `Move it below the kustomization, or into ${pluginHome ?? "$XDG_CONFIG_HOME/kustomize/plugins"}. On the command line, --load-restrictor LoadRestrictionsNone allows absolute paths.`;
    throw failure("exec-refused", `${path} must not run: it is an absolute path`, { ...location, hint });
  }
  const wanted = posix.resolve(root.path, path);
  const located = await root.tree.lookup(wanted);
  const display = root.tree.display(wanted);
  if (located === undefined) {
    throw failure("exec-not-found", `${display} does not exist`, {
      ...location,
      hint: path.includes("/")
        ? "Write a path relative to the directory of the kustomization that lists the config."
        : `The PATH is not searched. Write ./${path} for a file beside the kustomization. On the command line, --load-restrictor LoadRestrictionsNone searches the PATH.`,
    });
  }
  if (located.type !== "file") {
    const hint = "Write the path of the executable: `exec: {path: ./directory/program}`.";
    throw failure("exec-not-found", `${display} is not a file`, { ...location, hint });
  }
  if (root.path !== "/" && !located.path.startsWith(`${root.path}/`)) {
    throw failure("exec-refused", `${display} must not run: it is not in or below ${root.tree.display(root.path)}`, {
      ...location,
      hint: "Move it below the kustomization. On the command line, --load-restrictor LoadRestrictionsNone allows any file.",
    });
  }
  // A private copy has files in place of links, so the unresolved path is valid there, too.
  return top + wanted;
}
