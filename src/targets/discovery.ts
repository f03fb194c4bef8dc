/** Finds the targets of a tree: the kustomizations and compositions that nothing else in the tree includes. */
import { targetOfDirectory } from "../render/index.ts";
import type { Tree } from "../sources/tree.ts";
import { type References, readReferences } from "./included-directories.ts";
import { findKustomizationFiles } from "./kustomization-files.ts";
import { RootFiles } from "./root-files.ts";

/** The kustomizations and compositions of one tree. Directories are absolute within the tree; maps are sorted by them. */
export interface Discovery {
  /** Every directory that holds a kustomization file or a composition, with the references in it. */
  readonly roots: ReadonlyMap<string, References>;
  /** The targets among them, each with the reason why it is one. */
  readonly targets: ReadonlyMap<string, string>;
}

const NOT_INCLUDED = "no other kustomization includes it";
const IN_CYCLE = "only a cycle of kustomizations includes it";

/**
 * The targets of a tree: every kustomization or composition that no other one in the tree includes, by its path from the top.
 * Components are never targets. A kustomization that cannot be read is a target unless another includes it, so that its error is seen.
 */
export async function discoverTargets(tree: Tree): Promise<readonly string[]> {
  const { targets } = await discover(tree);
  return [...targets.keys()].map(targetOfDirectory);
}

/** Discovers the targets of a tree as {@link discoverTargets} does, and returns all kustomizations with them. */
export async function discover(tree: Tree, rootFiles = new RootFiles()): Promise<Discovery> {
  const files = await findKustomizationFiles(tree);
  const roots = new Map<string, References>([...files.keys()].map((directory) => [directory, NOTHING]));
  const waiting = files.entries();
  const read = async (): Promise<void> => {
    for (const [directory, names] of waiting) {
      const found = await readReferences(tree, directory, names, rootFiles);
      if (found === undefined) roots.delete(directory);
      else roots.set(directory, found);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return { roots, targets: chooseTargets(roots) };
}

const NOTHING: References = { names: [], isComponent: false, directories: [], sources: [] };

/** How many directories are read at the same time. Their files are in memory together, and each may be large. */
const READERS = 4;

function chooseTargets(roots: ReadonlyMap<string, References>): ReadonlyMap<string, string> {
  const kustomizations = [...roots.keys()].filter((directory) => !roots.get(directory)?.isComponent);
  const included = new Set<string>();
  // The inclusions of an unused component do not count: otherwise the directories it lists would never be rendered.
  for (const directory of reachable(roots, kustomizations)) {
    for (const inclusion of roots.get(directory)?.directories ?? [])
      if (inclusion !== directory) included.add(inclusion);
  }
  const tops = kustomizations.filter((directory) => !included.has(directory));
  const covered = reachable(roots, tops);

  const reasons = new Map<string, string>();
  for (const directory of kustomizations) {
    if (!included.has(directory)) reasons.set(directory, NOT_INCLUDED);
    else if (!covered.has(directory)) reasons.set(directory, IN_CYCLE);
  }
  return reasons;
}

/** The given directories and all directories that they include, directly or not. */
export function reachable(roots: ReadonlyMap<string, References>, from: readonly string[]): ReadonlySet<string> {
  const seen = new Set(from);
  // Iterating over a set visits elements that are added meanwhile.
  for (const directory of seen) {
    for (const inclusion of roots.get(directory)?.directories ?? []) if (roots.has(inclusion)) seen.add(inclusion);
  }
  return seen;
}
