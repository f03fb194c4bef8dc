/** The port to sources on other machines. */
import type { ChartWanted, RemoteChart } from "../charts/chart-wanted.ts";
import type { Tree } from "../tree.ts";
import type { GitUrl } from "./git-url.ts";

export interface RemoteRepository {
  /** All files of the commit. Messages show its paths as addresses. */
  readonly tree: Tree;
  /** The full id of the commit. */
  readonly sha: string;
}

export interface RemoteFile {
  readonly bytes: Uint8Array;
  /** The SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
}

/**
 * One port serves all targets and revisions of a run. It fetches each source once, and caches failures, too, so that a source
 * does not change during a run.
 */
export interface Remotes {
  /**
   * @param from the repositories that led here, outermost first; none for what the tree of the build itself names
   * @throws KrmError `remote-unsupported`, `remote-refused` or `remote-failed`
   */
  repository(url: GitUrl, from?: readonly GitUrl[]): Promise<RemoteRepository>;
  /** @throws KrmError the same, or `remote-not-found` if the server does not have the file */
  file(address: string, from?: readonly GitUrl[]): Promise<RemoteFile>;
  /** @throws KrmError the same, `chart-not-found`, `chart-index` or `archive-refused`, and what registries throw */
  chart(wanted: ChartWanted, from?: readonly GitUrl[]): Promise<RemoteChart>;
}

/** Remotes that have to be closed. */
export interface OpenRemotes extends Remotes {
  /** Ends all fetches, and the processes that read fetched repositories. */
  close(): Promise<void>;
}
