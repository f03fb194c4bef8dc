/** Reads manifests that were rendered elsewhere, such as the output of a chart or a dump of a cluster. */
import { type MemoryPool, openBudget, processPool } from "../budget/index.ts";
import { type Diagnostic, diagnosticsOf, failure, KrmError, LimitError } from "../diagnostics.ts";
import { scalarText } from "../resource/index.ts";
import type { Tree } from "../sources/tree.ts";
import { compareBytewise } from "../text/index.ts";
import { decodeText, parseResources, print, readPrinted, type Value } from "../yaml/index.ts";
import { get, isNull, locate, locateOffset, type MapNode, type Node } from "../yaml/nodes/node.ts";
import type { Rendered, RenderedResource } from "./rendering.ts";

export interface GivenOptions {
  /** The limit for reading, in seconds. Unlimited if absent. */
  readonly timeoutSeconds?: number | undefined;
  readonly pool?: MemoryPool;
}

/**
 * Reads a file, or the files below a directory whose names end in `.yaml`, `.yml` or `.json`, in the order of their names. A
 * file that several names lead to is read once. Lists are replaced by their items. The texts of the objects are printed anew, in
 * the form of `build`, so that comments, quotes and the order of fields are no differences.
 * @param path absolute within the tree
 * @param target the name of the rendering
 * @throws KrmError with the problems of all files: `invalid-yaml`, `invalid-resource`, `no-manifests`, those of the tree
 */
export async function readManifests(
  tree: Tree,
  path: string,
  target: string,
  { timeoutSeconds: seconds, pool = processPool() }: GivenOptions = {},
): Promise<Rendered> {
  const file = tree.display(path);
  const budget = openBudget({
    seconds,
    late: () =>
      new LimitError("build-timeout", `reading ${file} was stopped: it takes more than ${seconds} seconds`, { file }),
    tooLarge: () =>
      new LimitError("build-too-large", `reading ${file} was stopped: it is too large for this machine`, { file }),
    memory: pool.share(1),
  });
  try {
    budget.claim();
    const resources: RenderedResource[] = [];
    const problems: Diagnostic[] = [];
    for (const each of await manifestFiles(tree, path)) {
      budget.resume();
      try {
        const bytes = await tree.read(each);
        resources.push(...budget.run(() => objectsOf(decodeText(bytes, tree.display(each)), tree.display(each))));
      } catch (thrown) {
        if (!(thrown instanceof KrmError)) throw thrown;
        problems.push(...diagnosticsOf(thrown).map((one) => ({ file: tree.display(each), ...one })));
      }
    }
    if (problems.length > 0) throw new KrmError(problems);
    return { status: "rendered", target, resources, diagnostics: [] };
  } finally {
    budget.close();
  }
}

const MANIFEST = /\.(?:yaml|yml|json)$/;

/** The files to read, without symlinks in their paths. */
async function manifestFiles(tree: Tree, path: string): Promise<string[]> {
  const top = await tree.lookup(path);
  if (top?.type !== "directory") return [path];
  const files = new Set<string>();
  const directories = new Set([top.path]);
  // A directory that a symlink leads to is added at the end, once.
  for (const directory of directories) {
    for (const { name, type } of await tree.list(directory)) {
      if (type !== "directory" && !MANIFEST.test(name)) continue;
      const child = directory === "/" ? `/${name}` : `${directory}/${name}`;
      const real = (await tree.lookup(child))?.path ?? child;
      (type === "directory" ? directories : files).add(real);
    }
  }
  if (files.size > 0) return [...files].sort(compareBytewise);
  throw failure("no-manifests", "there are no manifests in this directory", {
    file: tree.display(path),
    hint: "Name a directory with files that end in .yaml, .yml or .json, or one file of any name.",
  });
}

/** The objects of a text with one or more documents, in order. */
function objectsOf(text: string, file: string): RenderedResource[] {
  const resources: RenderedResource[] = [];
  const open: Node[] = parseResources(text, file, { merges: "standard" }).reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isNull(node)) continue;
    const object = checkedObject(node, file);
    const items = itemsOf(object);
    if (items === undefined) resources.push(resourceOf(object, file));
    else for (const item of items.toReversed()) open.push(item);
  }
  return resources;
}

function checkedObject(node: Node, file: string): MapNode {
  const place = locate(node) ?? { file };
  if (node.kind !== "map") {
    throw failure("invalid-resource", "this document is not an object, but a list or a plain value", {
      ...place,
      hint: "Name files that contain Kubernetes objects only.",
    });
  }
  if (scalarText(get(node, "kind")) === "") {
    throw failure("invalid-resource", "this object has no kind", {
      ...place,
      hint: "Add apiVersion and kind, or leave the file out.",
    });
  }
  return node;
}

/** The items of a list, such as `kubectl get -o yaml` prints it; undefined for an object. */
function itemsOf(object: MapNode): readonly Node[] | undefined {
  const kind = scalarText(get(object, "kind"));
  const items = get(object, "items");
  if (!kind.endsWith("List") || items === undefined) return undefined;
  if (items.kind === "seq") return items.items;
  return kind === "List" && isNull(items) ? [] : undefined;
}

function resourceOf(node: MapNode, file: string): RenderedResource {
  const metadata = get(node, "metadata");
  const kind = scalarText(get(node, "kind"));
  // An object with a generated name has no other name yet.
  const name = scalarText(get(metadata, "name")) || scalarText(get(metadata, "generateName"));
  if (name === "") {
    throw failure("invalid-resource", `missing metadata.name: this ${kind} has no name`, {
      ...(locate(metadata ?? node) ?? { file }),
      hint: "Give it a metadata.name.",
    });
  }
  const yaml = print(node);
  const { source, offset } = node;
  let value: Value | undefined;
  return {
    apiVersion: scalarText(get(node, "apiVersion")),
    kind,
    namespace: scalarText(get(metadata, "namespace")),
    name,
    baseName: withoutHash(kind, name),
    original: undefined,
    yaml,
    value: () => (value ??= readPrinted(yaml)),
    get origin() {
      return source && locateOffset(source, offset);
    },
  };
}

/** The suffix that generators of kustomize append: the digest of a content, by its length and alphabet. */
const HASH = /-[2456789bcdfghkmt]{10}$/;

function withoutHash(kind: string, name: string): string {
  return kind === "ConfigMap" || kind === "Secret" ? name.replace(HASH, "") : name;
}
