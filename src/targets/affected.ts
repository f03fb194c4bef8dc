/** Which targets of a graph depend on what changed, and on which of it. */
import type { ChangedPath } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { Graph, GraphNode } from "./graph.ts";

/** The most changed paths that are told for one target; how many more there are is not counted. */
export const MAX_TOLD = 100;
/** The changes below one path that those who depend on it hear of: more than are told, since links repeat them. */
const MAX_HEARD = 1000;
/** The most directories that are searched for what a target depends on, once it is known that it is affected. */
const MAX_SEARCHED = 1000;

/** Why a target is affected. */
export interface Effects {
  /** The changed paths that it depends on, those of its own directory first; up to {@link MAX_TOLD}. */
  readonly changes: readonly ChangedPath[];
  /** Why it may depend on everything, in a few words. */
  readonly doubt: string | undefined;
  /** The directories that it reaches and that the other tree lacks. */
  readonly missing: readonly string[];
}

export class Affected {
  readonly #touched: ReadonlyMap<GraphNode, Set<ChangedPath>>;
  readonly #affected: ReadonlySet<GraphNode>;
  readonly #other: Tree;

  private constructor(touched: ReadonlyMap<GraphNode, Set<ChangedPath>>, affected: Set<GraphNode>, other: Tree) {
    this.#touched = touched;
    this.#affected = affected;
    this.#other = other;
  }

  /** @param other the tree with which that of the graph is compared */
  static async in(graph: Graph, changes: readonly ChangedPath[], other: Tree): Promise<Affected> {
    const touched = touchedNodes(graph, changes);
    await addPresences(graph, other, touched);
    const affected = new Set<GraphNode>(touched.keys());
    for (const node of graph.nodes) if (node.doubt !== undefined) affected.add(node);
    const reachedFrom = new Map<GraphNode, GraphNode[]>();
    for (const node of graph.nodes) {
      for (const reached of node.reaches) {
        const from = reachedFrom.get(reached);
        if (from === undefined) reachedFrom.set(reached, [node]);
        else from.push(node);
      }
    }
    // Iterating over a set visits elements that are added meanwhile.
    for (const node of affected) for (const from of reachedFrom.get(node) ?? []) affected.add(from);
    return new Affected(touched, affected, other);
  }

  /** Undefined for a target that depends on nothing that changed. */
  async effectsOn(target: GraphNode): Promise<Effects | undefined> {
    if (!this.#affected.has(target)) return undefined;
    const changes = new Set<ChangedPath>();
    const missing: string[] = [];
    let doubt: string | undefined;
    const searched = new Set([target]);
    for (const node of searched) {
      for (const change of this.#touched.get(node) ?? []) if (changes.size < MAX_TOLD) changes.add(change);
      doubt ??= node.doubt;
      if (node !== target && missing.length < MAX_TOLD && this.#touched.has(node)) {
        if ((await this.#other.lookup(node.path)) === undefined) missing.push(node.path);
      }
      if (searched.size > MAX_SEARCHED) break;
      for (const next of node.reaches) if (this.#affected.has(next)) searched.add(next);
    }
    return { changes: [...changes], doubt, missing };
  }
}

/** A link is as changed as what it leads to. */
function touchedNodes(graph: Graph, changes: readonly ChangedPath[]): Map<GraphNode, Set<ChangedPath>> {
  const touched = new Map<GraphNode, Set<ChangedPath>>();
  const asked = new Map<readonly GraphNode[], number>();
  // What is at one path needs few of the changes below it: there may be very many of both.
  const isWanted = (nodes: readonly GraphNode[]): boolean => {
    const times = asked.get(nodes) ?? 0;
    asked.set(nodes, times + 1);
    return times < MAX_HEARD;
  };
  const waiting: [path: string, change: ChangedPath][] = changes.map((change) => [change.path, change]);
  for (const [path, change] of waiting) {
    for (const node of graph.index.touchedBy(path, isWanted)) {
      let known = touched.get(node);
      if (known === undefined) touched.set(node, (known = new Set()));
      if (known.size >= MAX_TOLD || known.has(change)) continue;
      known.add(change);
      if (node.isLink) waiting.push([node.path, change]);
    }
  }
  return touched;
}

async function addPresences(graph: Graph, other: Tree, touched: Map<GraphNode, Set<ChangedPath>>): Promise<void> {
  for (const node of graph.nodes) {
    for (const path of node.presences) {
      const [mine, others] = [await graph.tree.lookup(path), await other.lookup(path)];
      if (mine?.type === others?.type && mine?.path === others?.path) continue;
      const change: ChangedPath = { path, op: others === undefined ? "removed" : "changed" };
      touched.set(node, (touched.get(node) ?? new Set<ChangedPath>()).add(change));
    }
  }
}
