/** The revisions and the working tree of a repository as trees. */
import { failure } from "../../diagnostics.ts";
import { diskTree, WORKING_TREE } from "../disk-tree.ts";
import { MAX_PATH_LENGTH } from "../paths.ts";
import type { Tree } from "../tree.ts";
import { tooLarge } from "../tree-problems.ts";
import { type NodeStore, virtualTree } from "../virtual-tree.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Repository } from "./repository.ts";
import type { GitNode } from "./tree-object.ts";

/**
 * The files of a commit, read from the object database. Paths start at the top of the repository; ids are those of the blobs.
 *
 * Directories are read one by one, when they are needed, and not by one `git ls-tree -r`: a build visits few of them, equal
 * directories of base and head are read once, and no second process is started.
 * @param label the name of the revision in messages, such as `main (1a2b3c4)`
 * @param display shows a path in messages; by default, as it is from the top
 * @throws KrmError `unknown-revision` if the repository lacks the commit
 */
export async function gitTree(
  repository: Repository,
  sha: string,
  label: string,
  display?: (path: string) => string,
): Promise<Tree> {
  const { objects } = repository;
  const top = /^[0-9a-f]{40,64}$/.test(sha) ? await objects.treeOfCommit(sha) : undefined;
  if (top === undefined) {
    throw failure("unknown-revision", `the repository has no commit ${JSON.stringify(sha)}`, { object: label });
  }
  return virtualTree(gitNodeStore(objects, top), label, display);
}

/** The files of the working tree as they are on disk, without `.git`. @throws KrmError `no-work-tree` for a bare repository */
export function workTree(repository: Repository): Tree {
  const tree = diskTree(topOf(repository), { hidden: ".git" });
  return { ...tree, ignored: (paths) => repository.ignored(paths) };
}

/**
 * The working tree as git would commit it: with converted line ends and clean filters, without ignored files, with the files
 * that a sparse checkout leaves out, and with ids. It can be compared with a revision. It stays as it is now.
 * @returns also whether it equals HEAD
 * @throws KrmError `no-work-tree` for a bare repository, `unmerged-index`, `work-tree-unreadable`
 */
export async function committedWorkTree(repository: Repository): Promise<{ tree: Tree; isClean: boolean }> {
  topOf(repository);
  const { objects } = repository;
  const [id, head] = await Promise.all([repository.snapshot(), repository.headSha()]);
  const committed = head === undefined ? undefined : await objects.treeOfCommit(head);
  const top: GitNode = { type: "directory", id };
  return { tree: virtualTree(gitNodeStore(objects, top), WORKING_TREE), isClean: committed?.id === id };
}

function topOf({ top }: Repository): string {
  if (top !== undefined) return top;
  const hint = "Name a revision instead, such as HEAD.";
  throw failure("no-work-tree", "a bare repository has no working tree", { hint });
}

/** One request for more objects than this would take longer than most runs need. The rest is fetched when it is read. */
const MAX_PREFETCHED = 200_000;

export function gitNodeStore(objects: ObjectStore, top: GitNode): NodeStore<GitNode> {
  const { missing } = objects;
  return {
    top,
    isPartial: missing && (() => missing.isPartial()),
    prefetch:
      missing &&
      (async (nodes) => {
        if (await missing.isPartial()) await missing.fetch(await blobsBelow(objects, nodes));
      }),
    entries: (directory) => objects.directory(directory.id),
    async target(link) {
      const { bytes } = await objects.blob(link.id);
      if (bytes === undefined || bytes.length > MAX_PATH_LENGTH) return undefined;
      return bytes.toString();
    },
    async bytes(file, shown) {
      const { bytes, size } = await objects.blob(file.id);
      if (bytes === undefined) throw tooLarge(shown, size);
      return bytes;
    },
  };
}

/** The ids of the files and links among the nodes, and below the directories among them. Reads equal directories once. */
async function blobsBelow(objects: ObjectStore, nodes: Iterable<GitNode>): Promise<ReadonlySet<string>> {
  const [blobs, seen] = [new Set<string>(), new Set<string>()];
  for (let level = [...nodes]; level.length > 0; ) {
    const directories: string[] = [];
    for (const { type, id } of level) {
      if (blobs.size + seen.size >= MAX_PREFETCHED) return blobs;
      if (type === "file" || type === "link") blobs.add(id);
      else if (type === "directory" && !seen.has(id)) directories.push(id);
      seen.add(id);
    }
    const entries = await Promise.all(directories.map((id) => objects.directory(id)));
    level = entries.flatMap((found) => [...found.values()]);
  }
  return blobs;
}
