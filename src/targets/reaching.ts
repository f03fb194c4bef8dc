/** Finds the targets that a file reaches: whose rendering a change of it may change. */
import type { Target } from "../render/index.ts";
import { directoryOfTarget, isDeploymentId } from "../render/index.ts";
import type { Tree } from "../sources/tree.ts";
import { touchedNodes } from "./affected.ts";
import type { TreeDeployments } from "./deployments.ts";
import { Graph, type GraphNode } from "./graph.ts";
import { RootFiles } from "./root-files.ts";

/**
 * Returns the way to a path for each target that depends on it: a few words, by id. As for comparisons, a directory depends on all
 * that lies in and below it.
 * @param tree one that knows its ids
 * @param path of a file or a directory, absolute within the tree
 */
export async function reachedTargets(
  tree: Tree,
  path: string,
  targets: readonly Target[],
  deployments: TreeDeployments,
): Promise<ReadonlyMap<string, string>> {
  const graph = new Graph(tree, new RootFiles(), new Set());
  const nodes = new Map<string, GraphNode>();
  for (const { id, path: directory } of targets) {
    const isDeployment = isDeploymentId(id);
    const node = isDeployment
      ? await graph.addTogether(id, deployments.pathsOf(id))
      : await graph.add(directoryOfTarget(directory));
    nodes.set(id, node);
  }
  const touched = touchedNodes(graph, [{ path, op: "changed" }]);
  const ways = new Map<string, string>();
  for (const [id, node] of nodes) {
    const way = graph.doubt ?? wayTo(node, path, touched, isDeploymentId(id), tree);
    if (way !== undefined) ways.set(id, way);
  }
  return ways;
}

/**
 * The shortest way from a target to a directory around the path or below it, or else to one that names the path.
 * @param isJoined true if the node itself is no directory
 */
function wayTo(
  from: GraphNode,
  path: string,
  touched: ReadonlyMap<GraphNode, unknown>,
  isJoined: boolean,
  tree: Tree,
): string | undefined {
  const before = new Map<GraphNode, GraphNode | undefined>([[from, undefined]]);
  let end: GraphNode | undefined;
  let doubt: string | undefined;
  // Iterating over a map visits entries that are added meanwhile.
  for (const [node] of before) {
    if (touched.has(node)) {
      end ??= node;
      if ((node !== from || !isJoined) && (isIn(node.path, path) || isIn(path, node.path))) {
        end = node;
        break;
      }
    }
    doubt ??= node.doubt;
    for (const next of node.reaches) if (!before.has(next)) before.set(next, node);
  }
  if (end === undefined) return doubt;
  const steps: string[] = [];
  for (let at: GraphNode | undefined = end; at !== undefined; at = before.get(at))
    if (at !== from || !isJoined) steps.unshift(tree.display(at.path));
  return `through ${steps.join(", then ")}`;
}

/** Tells whether a path is that of a directory, or below it. */
function isIn(directory: string, path: string): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}
