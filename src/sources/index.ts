/** Trees of files: on disk, in memory, in a git revision. */
export { type DiskTreeOptions, diskTree } from "./disk-tree.ts";
export { memoryTree } from "./memory-tree.ts";
export { compareBytewise } from "./paths.ts";
export type { Located, Tree, TreeEntry } from "./tree.ts";
