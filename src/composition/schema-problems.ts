import type { Diagnostic } from "../diagnostics.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
export function checkShape(_node: MapNode, _file: string): readonly Diagnostic[] {
  return [];
}
