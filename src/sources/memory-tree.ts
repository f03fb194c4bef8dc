/** Trees in memory, for tests and for callers that have the contents of the files. */
import { createHash } from "node:crypto";
import { compareBytewise } from "../text/index.ts";
import { assertNormalised, childOf, nameOf, parentOf } from "./paths.ts";
import type { Tree } from "./tree.ts";
import { type VirtualNode, virtualTree } from "./virtual-tree.ts";

interface MemoryNode extends VirtualNode {
  readonly id: string;
  readonly entries: Map<string, MemoryNode>;
  readonly content: Uint8Array;
  readonly target: string;
}

const NO_ENTRIES: Map<string, MemoryNode> = new Map();
const NO_BYTES = new Uint8Array();

/**
 * Makes a tree of files, `{"/apps/web/kustomization.yaml": "…"}`; the leading slash is optional. `links` maps the paths of
 * symlinks to their targets, which are resolved as in a git revision. Directories are made as needed.
 * @throws TypeError for paths that contradict each other
 */
export function memoryTree(
  files: Readonly<Record<string, string | Uint8Array>>,
  links: Readonly<Record<string, string>> = {},
): Tree {
  const top = directoryNode();
  const directories = new Map([["/", top]]);

  function directoryAt(path: string): MemoryNode {
    const known = directories.get(path);
    if (known !== undefined) return known;
    const made = directoryNode();
    put(path, made);
    directories.set(path, made);
    return made;
  }

  function put(path: string, node: MemoryNode): void {
    const siblings = directoryAt(parentOf(path)).entries;
    if (path === "/" || siblings.has(nameOf(path))) throw new TypeError(`two entries of a tree at ${path}`);
    siblings.set(nameOf(path), node);
  }

  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    put(absolute(path), { type: "file", id: idOf("blob", bytes), entries: NO_ENTRIES, content: bytes, target: "" });
  }
  for (const [path, target] of Object.entries(links)) {
    const id = idOf("blob", Buffer.from(target));
    put(absolute(path), { type: "link", id, entries: NO_ENTRIES, content: NO_BYTES, target });
  }
  return virtualTree<MemoryNode>(
    {
      top: sorted(top),
      entries: async (directory) => directory.entries,
      target: async (link) => link.target,
      bytes: async (file) => file.content,
    },
    "memory",
  );
}

function directoryNode(): MemoryNode {
  return { type: "directory", id: "", entries: new Map(), content: NO_BYTES, target: "" };
}

function absolute(path: string): string {
  const result = path.startsWith("/") ? path : childOf("/", path);
  assertNormalised(result);
  return result;
}

/** The directory with its entries in order and its id, for which those of its entries are needed. */
function sorted(directory: MemoryNode): MemoryNode {
  if (directory.type !== "directory") return directory;
  const names = [...directory.entries].sort(([a], [b]) => compareBytewise(a, b));
  const entries = new Map(names.map(([name, node]) => [name, sorted(node)]));
  const listing = JSON.stringify([...entries].map(([name, { type, id }]) => [type, id, name]));
  return { ...directory, id: idOf("tree", Buffer.from(listing)), entries };
}

/** Ids as those of git: different for contents of another type. */
function idOf(type: string, content: Uint8Array): string {
  return createHash("sha256").update(`${type} ${content.length}\0`).update(content).digest("hex");
}
