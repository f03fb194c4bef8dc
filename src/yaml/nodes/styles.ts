/**
 * Trees as values: what is left of them where no text comes between (docs/specification/yaml-reading.md 2.5 and
 * docs/specification/yaml-writing.md 1.7).
 */
import type { Node } from "./node.ts";

/** Drops the styles that change values when a tree is written and read again: of folded texts, and of blanks in brackets. */
export function forgetStyles(node: Node): void {
  if (node.kind === "scalar") {
    if (node.style === "folded" || node.style === "literal") node.style = "double";
    return;
  }
  node.style = "";
  const children = node.kind === "seq" ? node.items : node.entries.map(({ value }) => value);
  for (const child of children) forgetStyles(child);
}
