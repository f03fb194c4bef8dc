/** Estimates the work of a target by what it reaches. */
import type { GraphNode } from "./graph.ts";

/** The most directories and links that are counted for one target. */
const MAX_COUNTED = 1000;

/** How many directories a build of a target reaches on one side, and how many files these name. Files are not opened for it. */
export function weightOf(target: GraphNode): number {
  let weight = 0;
  const reached = new Set([target]);
  // Iterating over a set visits elements that are added meanwhile.
  for (const node of reached) {
    weight += 1 + node.files.size;
    for (const next of node.reaches) if (reached.size < MAX_COUNTED) reached.add(next);
  }
  return weight;
}
