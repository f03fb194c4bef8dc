/** Counts how often code reads parts of nodes, so that tests compare work instead of time. */
import type { Node } from "../../src/yaml/nodes/node.ts";

export interface Reads {
  count: number;
}

/** Makes a tree count each time the entries or the items of one of its nodes, or the text of a scalar, are read. */
export function countReads<T extends Node>(node: T, reads: Reads): T {
  if (node.kind === "map") for (const { value } of node.entries) countReads(value, reads);
  if (node.kind === "seq") for (const item of node.items) countReads(item, reads);
  for (const field of ["entries", "items", "value"] as const) {
    let value: unknown = (node as unknown as Record<string, unknown>)[field];
    Object.defineProperty(node, field, {
      configurable: true,
      enumerable: true,
      get() {
        reads.count++;
        return value;
      },
      set(next: unknown) {
        value = next;
      },
    });
  }
  return node;
}
