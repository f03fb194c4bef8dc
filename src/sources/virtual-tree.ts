/** Trees without a file system: lookup, symlinks and listing of the nodes of a store. */
import { assertNormalised, childOf, MAX_PATH_LENGTH, MAX_SEARCHED, nameOf, parentOf, relativeToTop } from "./paths.ts";
import type { FetchedFrom, Followed, Located, LostEntry, StoredEntry, Tree, TreeEntry } from "./tree.ts";
import { requireDirectory, requireFile } from "./tree-problems.ts";

/** An entry before symlinks are followed. All nodes of a store have ids, or none has. */
export interface VirtualNode {
  readonly type: Located["type"] | "link";
  /** Identifies the content, see {@link Located.id}. */
  readonly id?: string | undefined;
  /** Set for an executable file. */
  readonly executable?: true | undefined;
  readonly isSubmodule?: true | undefined;
  /** Set if the name is no UTF-8. The type of the node is `other`, this is the real one. */
  readonly lost?: Pick<LostEntry, "shown" | "type"> | undefined;
}

/** Provides the nodes. The store caches them. */
export interface NodeStore<N extends VirtualNode> {
  readonly top: N;
  /** The entries of a directory, by name, in bytewise order. */
  entries(directory: N): Promise<ReadonlyMap<string, N>>;
  /** The text of a symlink. Undefined if it cannot be followed. */
  target(link: N): Promise<string | undefined>;
  /** Tells whether the store may lack something. Absent if it has everything. */
  isPartial?: (() => Promise<boolean>) | undefined;
  /** Fetches together what the store lacks of files and links, and of all below directories. Absent if it has everything. */
  prefetch?: ((nodes: readonly N[]) => Promise<void>) | undefined;
  /** The bytes of a file. @param shown its path in messages */
  bytes(file: N, shown: string): Promise<Uint8Array>;
}

interface Found<N> {
  readonly path: string;
  readonly type: Located["type"];
  readonly node: N;
}

/** The way to a path. */
interface Trace<N> {
  /** The links on it, and the path at which it breaks off. */
  readonly visited: readonly string[];
  /** Undefined if it breaks off. */
  readonly here: Found<N> | undefined;
}

/** The limit of Linux for one path. */
const MAX_LINKS = 40;
/** The limit of segments for one path, those of links included. */
const MAX_STEPS = MAX_PATH_LENGTH;

/**
 * Makes the tree of a store. Symlinks are followed as POSIX does: a link first, then a `..` after it. A link that is
 * absolute or climbs above the top leaves the tree, and leads to nothing.
 */
export function virtualTree<N extends VirtualNode>(
  store: NodeStore<N>,
  label: string,
  display: (path: string) => string = relativeToTop,
  commit?: FetchedFrom,
): Tree {
  const place = { label, display };
  const top: Found<N> = { path: "/", type: "directory", node: store.top };
  const found = new Map<string, Found<N> | undefined>([["/", top]]);
  const followed = new Map<string, Trace<N>>([["/", { visited: [], here: top }]]);

  // Only finished lookups are cached: a pending promise would wait for itself if links form a loop.
  async function locate(path: string): Promise<Found<N> | undefined> {
    const known = found.get(path);
    if (known !== undefined || found.has(path)) return known;
    if (path.length > MAX_PATH_LENGTH) return undefined;
    assertNormalised(path);
    const above = parentOf(path);
    // Without a promise where the answer is known, here and below: there are many more questions than answers.
    const parent = found.get(above) ?? (await locate(above));
    const result = parent === undefined ? undefined : await walk(parent, nameOf(path));
    found.set(path, result);
    return result;
  }

  /**
   * Follows a relative path, which may contain `.`, `..` and symlinks, from a directory.
   * @param visited receives the links on the way, and the path at which it breaks off
   */
  async function walk(from: Found<N>, relative: string, visited?: string[]): Promise<Found<N> | undefined> {
    const pending = [relative];
    let here: Found<N> | undefined = from;
    let links = 0;
    for (let steps = 0; pending.length > 0; steps++) {
      if (here?.type !== "directory" || steps > MAX_STEPS) {
        if (here !== undefined) visited?.push(here.path);
        return undefined;
      }
      const name = pending.pop() as string;
      if (name === "" || name === ".") continue;
      if (name === "..") {
        if (here.path === "/") return undefined;
        here = await locate(parentOf(here.path));
        continue;
      }
      const node: N | undefined = (await store.entries(here.node)).get(name);
      if (node === undefined || node.type === "link") visited?.push(childOf(here.path, name));
      if (node === undefined) return undefined;
      if (node.type !== "link") {
        here = { path: childOf(here.path, name), type: node.type, node };
        continue;
      }
      const target = await store.target(node);
      if (target === undefined || target === "" || target.startsWith("/") || ++links > MAX_LINKS) return undefined;
      pending.push(...target.split("/").reverse());
    }
    return here;
  }

  async function follow(path: string): Promise<Followed> {
    assertNormalised(path);
    if (path.length > MAX_PATH_LENGTH) return { visited: [], located: undefined };
    const { visited, here } = followed.get(path) ?? (await trace(path));
    if (here === undefined) return { visited, located: undefined };
    return { visited: [...visited, here.path], located: locatedOf(here) };
  }

  /** Follows a path from the directory above it, which many paths have in common. */
  async function trace(path: string): Promise<Trace<N>> {
    const above = parentOf(path);
    const parent = followed.get(above) ?? (await trace(above));
    if (parent.here === undefined) return parent;
    const visited: string[] = [];
    const here = await walk(parent.here, nameOf(path), visited);
    const traced = { visited: visited.length === 0 ? parent.visited : [...parent.visited, ...visited], here };
    followed.set(path, traced);
    return traced;
  }

  async function stored(path: string): Promise<ReadonlyMap<string, StoredEntry> | undefined> {
    const directory = await locate(path);
    if (directory?.type !== "directory" || directory.path !== path) return undefined;
    return (await entriesOf(directory.node)) as ReadonlyMap<string, N & { readonly id: string }>;
  }

  /** The entries of a directory. Fetches its links together, since they are followed next. */
  async function entriesOf(directory: N): Promise<ReadonlyMap<string, N>> {
    const entries = await store.entries(directory);
    const links = store.prefetch === undefined ? [] : [...entries.values()].filter(({ type }) => type === "link");
    if (links.length > 0) await store.prefetch?.(links);
    return entries;
  }

  /** @param entry the node, or what it leads to if it is a link */
  function entryOf(name: string, node: N, entry: Pick<Found<N>, "type" | "node"> | undefined): TreeEntry {
    if (entry === undefined) return { name, type: "other" };
    if (node.lost !== undefined)
      return { name, type: "other", lost: { ...node.lost, holds: (names) => holds(node, names) } };
    return entry.node.executable ? { name, type: entry.type, executable: true } : { name, type: entry.type };
  }

  async function holds(directory: N, names: ReadonlySet<string>): Promise<boolean> {
    let level = directory.lost?.type === "directory" ? [directory] : [];
    for (let count = 0; level.length > 0; ) {
      if ((count += level.length) > MAX_SEARCHED) return true;
      const listed = (await Promise.all(level.map((one) => store.entries(one)))).flatMap((entries) => [...entries]);
      if (listed.some(([name, { type }]) => type !== "directory" && names.has(name))) return true;
      level = listed.flatMap(([, node]) => ((node.lost ?? node).type === "directory" ? [node] : []));
    }
    return false;
  }

  return {
    label,
    directory: undefined,
    commit,
    display,
    ...(store.top.id !== undefined && { stored: { entries: stored, follow } }),
    isPartial: store.isPartial,
    prefetch:
      store.prefetch &&
      (async (paths) => {
        const located = await Promise.all(paths.map(locate));
        await store.prefetch?.(located.flatMap((one) => (one === undefined ? [] : [one.node])));
      }),
    async lookup(path) {
      const result = found.get(path) ?? (await locate(path));
      return result === undefined ? undefined : locatedOf(result);
    },
    async read(path) {
      const file = requireFile(place, path, await locate(path));
      return store.bytes(file.node, display(path));
    },
    async list(path) {
      const directory = requireDirectory(place, path, await locate(path));
      const entries = await entriesOf(directory.node);
      const listed: TreeEntry[] = [];
      for (const [name, node] of entries) {
        const { type } = node;
        const entry = type === "link" ? await locate(childOf(directory.path, name)) : { type, node };
        listed.push(entryOf(name, node, entry));
      }
      return listed;
    },
  };
}

function locatedOf({ path, type, node }: Found<VirtualNode>): Located {
  if (type === "other" && node.isSubmodule) return { path, type, isSubmodule: true };
  // Only files get ids: the id of a directory does not change if a link in it leads to new content.
  return { path, type, ...(node.type === "file" && node.id !== undefined && { id: node.id }) };
}
