/** Sources on other machines, as a build asks for them. */
import type { Tree } from "../tree.ts";
import type { GitUrl } from "./git-url.ts";

export interface RemoteRepository {
  /** All files of the commit; its paths are shown as addresses. */
  readonly tree: Tree;
  /** The full id of the commit. */
  readonly sha: string;
}

export interface RemoteFile {
  readonly bytes: Uint8Array;
  /** Of the bytes: SHA-256, in hexadecimal. */
  readonly digest: string;
}

/**
 * Whatever is asked for twice is fetched once: what it is stays the same for as long as the port lives, failures
 * included. One port serves all targets and revisions of a run.
 */
export interface Remotes {
  /** @throws KrmError `remote-refused` or `remote-failed` */
  repository(url: GitUrl): Promise<RemoteRepository>;
  /** @throws KrmError `remote-refused`, `remote-failed` or `remote-not-found`, when the server answers that there is nothing */
  file(address: string): Promise<RemoteFile>;
}

/** Adapters that hold something open. */
export interface OpenRemotes extends Remotes {
  /** Ends the processes that read fetched repositories; reads under way are still answered. */
  close(): Promise<void>;
}
