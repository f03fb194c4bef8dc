/** The values that a chart is inflated with, where a kustomization gives some inline; engine.md 5.16 (3). */
import { failure } from "../diagnostics.ts";
import { builtInSchemas } from "../resource/merge-schema.ts";
import { strategicMerge } from "../resource/strategic-merge.ts";
import { emit, fromValue, parseResources, toValue, type Value } from "../yaml/index.ts";
import type { MapNode, Node } from "../yaml/node.ts";
import type { ValuesMerge } from "./helm-chart-inflation-generator.ts";

/** Inline values alone, as a file. */
export function inlineValues(inline: Value): string {
  return emit(asJson(inline));
}

/**
 * A values file and inline values as one file: a strategic merge, in which inline values win (`override`) or only fill in
 * what the file lacks (`merge`).
 * @param text the values file
 * @param display its name in messages
 * @throws KrmError `invalid-values`, and what parsing and merging throw
 */
export function mergedValues(
  text: string,
  display: string,
  inline: Value,
  mode: Exclude<ValuesMerge, "replace">,
): string {
  const [file] = parseResources(text, display);
  if (file === undefined) {
    throw failure("invalid-values", `${display} holds no values, and inline ones cannot be merged into nothing`, {
      hint: "Set `valuesMerge: replace`, or give the file a value.",
    });
  }
  if (file.kind !== "map") {
    throw failure("invalid-values", `${display} is not a map of values`, {
      hint: "Name the file of the chart's values.",
    });
  }
  const own = fromValue(inline) as MapNode;
  const merged = mode === "override" ? merge(file, own) : merge(own, file);
  if (merged === undefined) return emit({});
  unstyle(merged);
  return emit(toValue(merged));
}

function merge(dest: MapNode, source: MapNode): MapNode | undefined {
  return strategicMerge(dest, source, builtInSchemas);
}

/** Values are taken as they were read, not as they would be written: by their tags, whatever style merging left. */
function unstyle(node: Node): void {
  if (node.kind === "scalar") {
    if (node.tag !== "") node.style = node.tag === "!!str" ? "double" : "";
    return;
  }
  node.style = "";
  if (node.kind === "seq") node.items.forEach(unstyle);
  else for (const { key, value } of node.entries) [key, value].forEach(unstyle);
}

/** On their way through JSON all numbers become 64-bit floating point. */
function asJson(value: Value): Value {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== "object" || value === null) return value;
  const object: { [key: string]: Value } = Object.create(null);
  for (const key of Object.keys(value)) object[key] = asJson(value[key] as Value);
  return object;
}
