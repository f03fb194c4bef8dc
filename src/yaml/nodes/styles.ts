/**
 * Removes styles from trees that kustomize hands on as values and not as text (docs/specification/yaml-reading.md 2.5
 * and docs/specification/yaml-writing.md 1.7).
 */
import type { Node } from "./node.ts";

/**
 * Removes the styles that change a value when a tree is written and read again: block scalars become double-quoted,
 * flow collections become block collections.
 */
export function forgetStyles(node: Node): void {
  if (node.kind === "scalar") {
    if (node.style === "folded" || node.style === "literal") node.style = "double";
    return;
  }
  node.style = "";
  const children = node.kind === "seq" ? node.items : node.entries.map(({ value }) => value);
  for (const child of children) forgetStyles(child);
}
