/** Fetches what a partial clone lacks before it is read: all together, since each file that is read alone takes a request. */
import { KrmError } from "../diagnostics.ts";
import { directoryOfTarget } from "../render/index.ts";
import type { Tree } from "../sources/tree.ts";
import { Graph, type GraphNode, type ProgramRules } from "./graph.ts";
import { findKustomizationFiles } from "./kustomization-files.ts";
import type { RootFiles } from "./root-files.ts";

/** Fetches all kustomization files: which of them a target needs is in these files. */
export async function prefetchKustomizations(trees: readonly Tree[]): Promise<void> {
  await Promise.all(
    trees.map(async (tree) => {
      if (!(await tree.isPartial?.())) return;
      try {
        await findKustomizationFiles(tree);
      } catch (error) {
        // Where there are too many directories, the user names targets.
        if (!(error instanceof KrmError)) throw error;
      }
    }),
  );
}

/** Fetches what builds of these targets read, for all trees in one request. */
export async function prefetchBuilds(
  trees: readonly Tree[],
  targets: readonly { readonly path: string }[],
  files: RootFiles,
  programs: ProgramRules | undefined,
): Promise<void> {
  const wanted = new Map<Tree, readonly string[]>();
  for (const tree of trees) {
    if (tree.stored === undefined || !(await tree.isPartial?.())) continue;
    const graph = new Graph(tree, files, new Set(), programs);
    const nodes: GraphNode[] = [];
    for (const { path } of targets) nodes.push(await graph.add(directoryOfTarget(path)));
    wanted.set(tree, graph.filesOf(nodes));
  }
  await Promise.all([...wanted].map(async ([tree, paths]) => tree.prefetch?.(paths)));
}
