/** `krm-render diff --from PATH --to PATH`: compares manifests that were rendered elsewhere. */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, posix, relative, resolve } from "node:path";
import { apisOf } from "../../comparison/index.ts";
import type { Configuration } from "../../configuration/index.ts";
import { failure } from "../../diagnostics.ts";
import { loadForObjects } from "../../policies/index.ts";
import { readManifests } from "../../render/index.ts";
import { type Report, review, type Side } from "../../review/index.ts";
import { diskTree, memoryTree, type Tree } from "../../sources/index.ts";
import { type Invocation, UsageError } from "../command.ts";
import { readNamedFile } from "../named-file.ts";

/** Two paths, as they were given. */
export interface GivenManifests {
  readonly from: string;
  readonly to: string;
}

const STANDARD_INPUT = "-";

/**
 * The paths of `--from` and `--to`; undefined if neither is given.
 * @throws UsageError if only one of them is given, or with what chooses targets or revisions
 */
export function givenManifests(invocation: Invocation): GivenManifests | undefined {
  const [from, to] = [invocation.value("from"), invocation.value("to")];
  if (from === undefined && to === undefined) return undefined;
  const hint = "Name both sides: --from PATH --to PATH.";
  if (from === undefined) throw new UsageError("--to needs --from", hint);
  if (to === undefined) throw new UsageError("--from needs --to", hint);
  for (const name of ["base", "head", "targets-from"]) {
    if (invocation.value(name) !== undefined) {
      throw new UsageError(`--${name} does not go with --from and --to`, "They compare manifests, and render nothing.");
    }
  }
  const target = invocation.arguments[0];
  if (target !== undefined) {
    throw new UsageError(
      `--from and --to compare manifests, and take no target such as "${target}"`,
      "Leave the target out, or choose revisions with --base and --head.",
    );
  }
  if (from === "" || to === "")
    throw new UsageError(`--${from === "" ? "from" : "to"} needs a path`, "Name a file or a directory.");
  if (from === STANDARD_INPUT && to === STANDARD_INPUT) {
    throw new UsageError("standard input is one side only", "Give a file for --from or --to.");
  }
  return { from, to };
}

/** @throws KrmError for a file or directory that cannot be read */
export async function compareManifests(
  { from, to }: GivenManifests,
  cwd: string,
  configuration: Configuration,
  timeoutSeconds: number | undefined,
  kubernetesVersion: string | undefined,
): Promise<Report> {
  const target = targetOf(to, cwd);
  const [before, after] = [openManifests(from, cwd), openManifests(to, cwd)];
  const base = await readManifests(before.tree, before.path, target, { timeoutSeconds });
  const head = await readManifests(after.tree, after.path, target, { timeoutSeconds });
  const apis = await apisOf(configuration, kubernetesVersion);
  const renderings = [{ base, head }];
  await loadForObjects([base, head]);
  return review({ base: sideOf(from), head: sideOf(to), renderings, timeoutSeconds, configuration, apis });
}

function sideOf(given: string): Side {
  return { sha: null, label: nameOf(given), reason: "given" };
}

function nameOf(given: string): string {
  return given === STANDARD_INPUT ? "standard input" : given;
}

/** The name of the comparison: the path from the working directory, or the last name of a path that leads out of it. */
function targetOf(given: string, cwd: string): string {
  if (given === STANDARD_INPUT) return "stdin";
  const path = relative(cwd, resolve(cwd, given)).split("\\").join("/");
  if (path === "") return ".";
  return path.startsWith("../") || path === ".." ? basename(resolve(cwd, given)) || "root" : path;
}

/** A user names these files, so symlinks in their paths are followed anywhere, unlike those in a directory. */
function openManifests(given: string, cwd: string): { tree: Tree; path: string } {
  const path = resolve(cwd, given);
  const isStandardInput = given === STANDARD_INPUT;
  const stats = isStandardInput ? undefined : statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    return { tree: diskTree(path, { label: given, display: (each) => posix.join(given, each.slice(1)) }), path: "/" };
  }
  if (stats?.isFile()) {
    const real = realpathSync(path);
    return {
      tree: diskTree(dirname(real), { label: dirname(given), display: () => given }),
      path: `/${basename(real)}`,
    };
  }
  // A pipe, such as that of `<(helm template .)`, or a device.
  const bytes = readNamedFile(isStandardInput ? 0 : path, nameOf(given));
  if (bytes === undefined) throw failure("file-not-found", "no such file or directory", { file: given });
  return { tree: { ...memoryTree({ "/given": bytes }), display: () => nameOf(given) }, path: "/given" };
}
