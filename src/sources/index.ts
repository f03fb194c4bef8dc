/** Trees of files: on disk, in memory, in a git revision. */
export { type DiskTreeOptions, diskTree } from "./disk-tree.ts";
export { gitTree, workTree } from "./git/git-tree.ts";
export { openRepository, type Repository, type RepositoryOptions } from "./git/repository.ts";
export type { Revision } from "./git/revisions.ts";
export { readDirectory } from "./helm/directory.ts";
export { createHelm, type Directory, type Helm, type HelmArgument, type HelmOptions } from "./helm/helm.ts";
export { memoryTree } from "./memory-tree.ts";
export { compareBytewise } from "./paths.ts";
export type { Located, Tree, TreeEntry } from "./tree.ts";
