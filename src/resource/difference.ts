/** Compares two objects by their values. */
import { resolveTag } from "../yaml/index.ts";
import type { Entry, MapNode, Node, ScalarNode } from "../yaml/nodes/node.ts";

/**
 * The path of the first field whose value differs, in the order of `before`; undefined if there is none. Ignores styles
 * and the order of fields. A path has dots between fields, and indexes of lists in brackets.
 * @param ignored paths of fields that may differ
 */
export function firstDifference(
  before: Node | undefined,
  after: Node | undefined,
  ignored: ReadonlySet<string> = new Set(),
): string | undefined {
  return compare(before, after, "", ignored);
}

function compare(
  before: Node | undefined,
  after: Node | undefined,
  path: string,
  ignored: ReadonlySet<string>,
): string | undefined {
  if (ignored.has(path) || (before === undefined && after === undefined)) return undefined;
  if (before?.kind === "map" && after?.kind === "map") return compareMaps(before, after, path, ignored);
  if (before?.kind === "seq" && after?.kind === "seq") {
    const [one, two] = [before.items, after.items];
    for (let index = 0; index < Math.max(one.length, two.length); index++) {
      const found = compare(one[index], two[index], `${path}[${index}]`, ignored);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (before?.kind === "scalar" && after?.kind === "scalar" && sameScalar(before, after)) return undefined;
  // A map that has only ignored fields equals a missing one.
  const [only, other] = before === undefined ? [after, before] : [before, after];
  if (only?.kind === "map" && other === undefined && only.entries.length > 0) {
    return only.entries.every(({ key }) => ignored.has(fieldPath(path, key))) ? undefined : path;
  }
  return path;
}

function compareMaps(before: MapNode, after: MapNode, path: string, ignored: ReadonlySet<string>): string | undefined {
  const remaining = new Map(after.entries.map((entry) => [keyText(entry), entry.value]));
  for (const entry of before.entries) {
    const key = keyText(entry);
    const found = compare(entry.value, remaining.get(key), fieldPath(path, entry.key), ignored);
    if (found !== undefined) return found;
    remaining.delete(key);
  }
  for (const entry of after.entries) {
    if (!remaining.has(keyText(entry))) continue;
    const found = compare(undefined, entry.value, fieldPath(path, entry.key), ignored);
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyText({ key }: Entry): string {
  return key.kind === "scalar" ? key.value : "";
}

function fieldPath(path: string, key: Node): string {
  const name = key.kind === "scalar" ? key.value : "";
  const segment = /[.[\]]/.test(name) ? `[${name}]` : name;
  return path === "" ? segment : `${path}.${segment}`;
}

function sameScalar(a: ScalarNode, b: ScalarNode): boolean {
  return a.value === b.value && tagOf(a) === tagOf(b);
}

function tagOf({ tag, style, value }: ScalarNode): string {
  return tag || (style === "" ? resolveTag(value) : "!!str");
}
