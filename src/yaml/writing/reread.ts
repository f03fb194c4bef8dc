/** The change of texts when kustomize writes a configuration as JSON and reads it again. */
import type { Node } from "../nodes/node.ts";
import { jsonKey, jsonText } from "./layout.ts";

/**
 * Changes each text of a tree, in place, as writing it as JSON and reading it with go-yaml v2 does
 * (docs/specification/yaml-writing.md 1.4). Throws a KrmError `not-representable` for characters that cannot be read
 * back.
 */
export function rereadTexts(node: Node): void {
  if (node.kind === "scalar") node.value = jsonText(node.value, node);
  else if (node.kind === "seq") for (const item of node.items) rereadTexts(item);
  else {
    for (const { key, value } of node.entries) {
      if (key.kind === "scalar") jsonKey(key.value, key);
      rereadTexts(value);
    }
  }
}
