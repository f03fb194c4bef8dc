/** Which targets of a graph depend on what changed, and on which of it. */
import { getOrInsert } from "../collections.ts";
import type { ChangedPath } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { Graph, GraphNode } from "./graph.ts";

/** The most changed paths of one target; further ones are not counted. */
export const MAX_CHANGES = 100;
/** The most changes below one path that its dependents get: more than one target lists, since links repeat them. */
const MAX_PER_PATH = 1000;
/** The most directories that are searched for what a target depends on, once it is known that it is affected. */
const MAX_SEARCHED = 1000;

/** Why a target is affected. */
export interface Effects {
  /** The changed paths that it depends on, those of its own directory first; up to {@link MAX_CHANGES}. */
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
    for (const node of graph.nodes)
      for (const reached of node.reaches) getOrInsert(reachedFrom, reached, (): GraphNode[] => []).push(node);
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
      for (const change of this.#touched.get(node) ?? []) if (changes.size < MAX_CHANGES) changes.add(change);
      doubt ??= node.doubt;
      if (node !== target && missing.length < MAX_CHANGES && this.#touched.has(node)) {
        if ((await this.#other.lookup(node.path)) === undefined) missing.push(node.path);
      }
      if (searched.size > MAX_SEARCHED) break;
      for (const next of node.reaches) if (this.#affected.has(next)) searched.add(next);
    }
    return { changes: [...changes], doubt, missing };
  }
}

/** A link is as changed as what it leads to. */
export function touchedNodes(graph: Graph, changes: readonly ChangedPath[]): Map<GraphNode, Set<ChangedPath>> {
  const touched = new Map<GraphNode, Set<ChangedPath>>();
  const asked = new Map<readonly GraphNode[], number>();
  // What is at one path needs few of the changes below it: there may be very many of both.
  const isWanted = (nodes: readonly GraphNode[]): boolean => {
    const times = asked.get(nodes) ?? 0;
    asked.set(nodes, times + 1);
    return times < MAX_PER_PATH;
  };
  const waiting: [path: string, change: ChangedPath][] = changes.map((change) => [change.path, change]);
  for (const [path, change] of waiting) {
    for (const node of graph.index.touchedBy(path, isWanted)) {
      const known = getOrInsert(touched, node, () => new Set<ChangedPath>());
      if (known.size >= MAX_CHANGES || known.has(change)) continue;
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
      getOrInsert(touched, node, () => new Set<ChangedPath>()).add(change);
    }
  }
}
