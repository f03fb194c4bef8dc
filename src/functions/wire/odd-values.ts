/** Warns of values that kustomize prints but an API server refuses; docs/specification/wire-format.md 1.4, 3.11. */
import { builtInSchemas, describeId, identify, scalarText } from "../../resource/index.ts";
import { shorten } from "../../text/index.ts";
import { get, isNull, type MapNode, type Node } from "../../yaml/nodes/node.ts";
import { keyOf } from "./identity.ts";
import { list, type Merging } from "./merge-warnings.ts";
import type { Sent } from "./sent.ts";

/**
 * Warns of objects without apiVersion, and of kinds, names, labels and annotations that are not strings, unless the
 * function received them so. Call it before the items are merged, which changes them.
 */
export function warnOfOddValues(
  items: readonly MapNode[],
  sent: readonly Sent[],
  { title, location, warn }: Merging,
): void {
  const odd = items.filter((item) => oddPaths(item).length > 0);
  if (odd.length === 0) return;
  const schemas = sent[0]?.resource.schemas ?? builtInSchemas;
  const before = new Map(sent.map(({ resource, node }) => [keyOf(resource.id), node]));
  const unversioned: string[] = [];
  const untyped: string[] = [];
  for (const item of odd) {
    const id = identify(item, schemas);
    const given = before.get(keyOf(id));
    const known = new Set(given && oddPaths(given));
    for (const path of oddPaths(item)) {
      if (known.has(path)) continue;
      if (path === NO_VERSION) unversioned.push(describeId(id));
      else untyped.push(`${shorten(path)} of ${describeId(id)}`);
    }
  }
  const report = (names: readonly string[], problem: string, hint: string): void => {
    if (names.length === 0) return;
    const message = `${title} returns ${problem}: ${list(names)}`;
    warn({ code: "function-odd-value", severity: "warning", message, ...location, hint });
  };
  const hint = "Let the function set the apiVersion of each object.";
  report(unversioned, "objects without apiVersion, which an API server refuses", hint);
  report(untyped, "values that must be strings but are not", "Let the function quote them.");
}

/** Stands for the path of an apiVersion that is missing. */
const NO_VERSION = "";

/** The paths of the values that are not strings where they must be. */
function oddPaths(item: MapNode): readonly string[] {
  const found: string[] = [];
  const apiVersion = get(item, "apiVersion");
  if (apiVersion === undefined || scalarText(apiVersion) === "") found.push(NO_VERSION);
  else if (!isText(apiVersion)) found.push("apiVersion");
  const kind = get(item, "kind");
  if (kind !== undefined && !isText(kind)) found.push("kind");
  const metadata = get(item, "metadata");
  for (const field of ["name", "namespace"]) {
    const value = get(metadata, field);
    if (value !== undefined && !isNull(value) && !isText(value)) found.push(`metadata.${field}`);
  }
  for (const field of ["labels", "annotations"]) {
    const texts = get(metadata, field);
    if (texts?.kind !== "map") continue;
    for (const { key, value } of texts.entries) {
      if (key.kind === "scalar" && !isText(value)) found.push(`metadata.${field}.${key.value}`);
    }
  }
  return found;
}

function isText(node: Node): boolean {
  return node.kind === "scalar" && node.tag === "!!str";
}
