/** Merges the files that a directory has for its sources into a source; docs/specification/argocd-helm-sources.md 2. */
import { posix } from "node:path";
import { failure, type Location } from "../../diagnostics.ts";
import { isMap } from "../../manifests/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { decodeText, get, locate, type Node, parseConfig, toConfigValue, type Value } from "../../yaml/index.ts";
import type { PlaceOf } from "../objects/index.ts";
import { Fields } from "./source-fields.ts";

/** Files of more bytes are refused: those that people write have a few hundred. */
const MAX_FILE = 1 << 20;
/** The fields that no file of the repository can change. */
const FIXED = ["chart", "path", "repoURL", "targetRevision"] as const;

type MapValue = { readonly [key: string]: Value };

/**
 * The source with what `.argocd-source.yaml` and `.argocd-source-NAME.yaml` say.
 * @param directory of the source, absolute within the tree
 * @throws KrmError `argocd-invalid`, and what reading YAML throws
 */
export async function withOverrides(source: Fields, tree: Tree, directory: string, name: string): Promise<Fields> {
  let merged = source;
  for (const file of [".argocd-source.yaml", `.argocd-source-${name}.yaml`]) {
    const path = posix.join(directory, file);
    const located = await tree.lookup(path);
    if (located?.type !== "file" || posix.dirname(path) !== directory) continue;
    const bytes = await tree.read(located.path);
    const display = tree.display(path);
    const place: Location = { file: display };
    if (bytes.length > MAX_FILE) throw failure("argocd-invalid", `${display} is too large`, place);
    const node = parseConfig(decodeText(bytes, display), display);
    const patch = node && toConfigValue(node);
    if (!isMap(patch))
      throw failure("argocd-invalid", "the file must hold a map", {
        ...place,
        hint: "Write fields of a source, such as `helm`, or delete the file.",
      });
    merged = new Fields(overlaid(merged.value, mergePatch(merged.value, patch)), placesIn(node, merged.placeOf));
  }
  if (merged === source) return source;
  const own = isMap(source.value) ? source.value : {};
  const value: { [key: string]: Value } = copyOf(isMap(merged.value) ? merged.value : {});
  for (const field of FIXED) {
    delete value[field];
    const fixed = own[field];
    if (fixed !== undefined) value[field] = fixed;
  }
  return new Fields(value, merged.placeOf);
}

/** The places of a file for what it has, and else those of what it is merged into. */
function placesIn(node: Node | undefined, before: PlaceOf): PlaceOf {
  return (...path) => {
    let found = node;
    for (const step of path) {
      if (typeof step === "string") found = get(found, step);
      else found = found?.kind === "seq" ? found.items[step] : undefined;
    }
    return (found !== undefined && path.length > 0 && locate(found)) || before(...path);
  };
}

/** A JSON merge patch. */
function mergePatch(value: Value | undefined, patch: Value): Value {
  if (!isMap(patch)) return withoutNulls(patch);
  const merged = copyOf(isMap(value) ? value : {});
  for (const [key, item] of Object.entries(patch)) {
    if (item === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], item);
  }
  return merged;
}

function withoutNulls(value: Value): Value {
  if (Array.isArray(value)) return value.map((item) => (item === null ? item : withoutNulls(item)));
  return isMap(value) ? mergePatch(undefined, value) : value;
}

/**
 * Argo CD reads the patched source over the one that it has: what is no longer there stays as it was, and elements of lists keep the
 * fields that their successors do not have. Only `valuesObject` is replaced.
 */
function overlaid(before: Value | undefined, after: Value, key = ""): Value {
  if (key === "valuesObject") return after;
  if (Array.isArray(after)) {
    const list = Array.isArray(before) ? before : [];
    return after.map((item, index) => overlaid(list[index], item));
  }
  if (!isMap(after)) return after;
  const result = copyOf(isMap(before) ? before : {});
  for (const [name, item] of Object.entries(after)) result[name] = overlaid(result[name], item, name);
  return result;
}

/** A copy without a prototype. */
function copyOf(value: MapValue): { [key: string]: Value } {
  return Object.assign(Object.create(null) as { [key: string]: Value }, value);
}
