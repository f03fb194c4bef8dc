/** Finds the files that a target shares its owners with. */
import { posix } from "node:path";
import type { FoundDeployments } from "../deployments/index.ts";
import { directoryOfTarget, type Target, type Trees } from "../render/index.ts";
import { isInTree } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";

/** Stands for a directory: patterns match files. */
const FILE_OF_DIRECTORY = "kustomization.yaml";

/**
 * Returns the files whose owners are those of a target, absolute within the trees: one of what it builds, which is first, and the one
 * that declares it. The chart of a HelmRelease does not count, because releases share charts.
 */
export async function ownedPaths(
  { id, path, deployment }: Target,
  trees: Trees,
  deployments: Readonly<Record<keyof Trees, FoundDeployments>>,
): Promise<readonly string[]> {
  if (deployment === undefined) return [posix.join(directoryOfTarget(path), FILE_OF_DIRECTORY)];
  const side = deployments.head.has(id) ? "head" : "base";
  const declared = deployments[side].get(id)?.origin.location.file;
  const [first] = deployment.kind === "HelmRelease" ? [] : deployments[side].pathsOf(id);
  const declaring = declared === undefined ? undefined : `/${declared}`;
  const paths = [first && (await fileOf(trees[side], first)), declaring];
  // What another repository declares has no owners here.
  return paths.filter((each) => each !== undefined && isInTree(each)) as readonly string[];
}

async function fileOf(tree: Tree, path: string): Promise<string> {
  const located = await tree.lookup(path);
  return located?.type === "file" ? path : posix.join(path, FILE_OF_DIRECTORY);
}
