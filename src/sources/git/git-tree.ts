/** A revision of a repository as a tree, and its working tree. */
import { failure } from "../../diagnostics.ts";
import { diskTree } from "../disk-tree.ts";
import { MAX_PATH_LENGTH } from "../paths.ts";
import type { Tree } from "../tree.ts";
import { tooLarge } from "../tree-problems.ts";
import { type NodeStore, virtualTree } from "../virtual-tree.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Repository } from "./repository.ts";
import type { GitNode } from "./tree-object.ts";

/**
 * The files of a commit, read from the object database. Paths count from the top of the repository; ids are those of
 * the blobs. `label` says which revision this is, such as `main (1a2b3c4)`. Throws `unknown-revision` when the
 * repository does not have the commit.
 *
 * Directories are read one by one, when something in them is asked for, rather than by one `git ls-tree -r`: a build
 * visits few of them, equal directories of base and head are read once, and no second process is started.
 */
export async function gitTree(repository: Repository, sha: string, label: string): Promise<Tree> {
  const { objects } = repository;
  const top = /^[0-9a-f]{40,64}$/.test(sha) ? await objects.treeOfCommit(sha) : undefined;
  if (top === undefined) {
    throw failure("unknown-revision", `the repository has no commit ${JSON.stringify(sha)}`, { object: label });
  }
  return virtualTree(gitNodeStore(objects, top), label);
}

/** The working tree from its top, without `.git`. Throws `no-work-tree` for a bare repository. */
export function workTree(repository: Repository): Tree {
  if (repository.top === undefined) {
    throw failure("no-work-tree", "a bare repository has no working tree", {
      hint: "Name a revision instead, such as HEAD.",
    });
  }
  return diskTree(repository.top, { hidden: ".git" });
}

export function gitNodeStore(objects: ObjectStore, top: GitNode): NodeStore<GitNode> {
  return {
    top,
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
