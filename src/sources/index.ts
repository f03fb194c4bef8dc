/** Trees of files: on disk, in memory, in a git revision. */

export {
  LOCAL_PROTOCOLS,
  type Protocol,
  REMOTE_PROTOCOLS,
  SAFE_PROTOCOLS,
  shownAddress,
} from "../store/http/addresses.ts";
export { defaultStoreDirectory } from "../store/store-directory.ts";
export { parseRange, parseVersion } from "../text/index.ts";
export { artifactTree, IGNORE_FILE, sourceOfArtifact } from "./artifact/artifact-tree.ts";
export { type ChangedPath, changedPaths } from "./changed-paths.ts";
export { unpackChart } from "./charts/chart-archive.ts";
export { type ChartWanted, isRegistry, type RemoteChart } from "./charts/chart-wanted.ts";
export { type DiskTreeOptions, diskTree } from "./disk-tree.ts";
export { committedWorkTree, gitTree, workTree } from "./git/git-tree.ts";
export { type PastTree, type RepositoryHistory, repositoryHistory } from "./git/history.ts";
export { openRepository, type Repository, type RepositoryOptions } from "./git/repository.ts";
export type { Revision } from "./git/revisions.ts";
export { isVersionRange, type TagRange } from "./git/tag-range.ts";
export { createHelm } from "./helm/create-helm.ts";
export { bytesOf, digestOf, readDirectory } from "./helm/directory.ts";
export type { Directory, Helm, HelmArgument, HelmCall, HelmOptions } from "./helm/helm.ts";
export { memoryTree } from "./memory-tree.ts";
export { isInTree } from "./paths.ts";
export {
  answersEqually,
  includeRecord,
  originalOf,
  type RecordedTree,
  recordedApart,
  recordedTree,
} from "./recorded-tree.ts";
export { emptyRemotes } from "./remote/empty-remotes.ts";
export type { GitUrl } from "./remote/git-url.ts";
export { lazyRemotes } from "./remote/lazy-remotes.ts";
export type { RemoteOptions } from "./remote/open-remotes.ts";
export { type Origin, originOf, ownAddress } from "./remote/origin.ts";
export { permittedRemotes, type RemotePermission, refusingRemotes } from "./remote/permitted-remotes.ts";
export { atPlace, remoteRefused } from "./remote/refused-sources.ts";
export { isAddress, isRemote, namedAs, parseGitReference } from "./remote/remote-references.ts";
export type { OpenRemotes, RemoteFile, RemoteRepository, Remotes } from "./remote/remotes.ts";
export { chartUnit, repositoryUnit, unitsNamedBy } from "./remote/units.ts";
export type { FetchedFrom, Followed, Located, StoredEntry, StoredTree, Tree, TreeEntry, TreeRecord } from "./tree.ts";
export { limitedNotes, type TreeNotes, treeNotes } from "./tree-notes.ts";
export { listYamlFiles, type YamlFileList } from "./yaml-files.ts";
