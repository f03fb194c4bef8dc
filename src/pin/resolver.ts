/** The port through which references are resolved; adapters are in `src/cli/`. */
import type { CatalogReference } from "../catalog/index.ts";

/** Each function throws a KrmError if its reference cannot be resolved. */
export interface Resolver {
  /** The commit of a repository at its ref. @param address as parsed by `parseGitUrl` */
  gitCommit(address: string): Promise<string>;
  /** The SHA-256 of a file, in hexadecimal, and its bytes. */
  file(address: string): Promise<{ readonly digest: string; readonly bytes: Uint8Array }>;
  /** The digest, with its algorithm in front, of an image: that of its index, or of its manifest. */
  imageDigest(reference: string): Promise<string>;
  /** A catalog that is not a file of the repository, and what its reference led to. */
  catalog(reference: CatalogReference): Promise<{
    readonly bytes: Uint8Array;
    /** The commit in a repository, or the digest of the manifest in a registry, with its algorithm in front. */
    readonly resolved?: string | undefined;
  }>;
  /**
   * The SHA-256 of an executable or a script that a catalog names, in hexadecimal: of the download, and not of what is in it.
   * @param source a path is one from the top of the repository
   */
  programDigest(source: CatalogReference, type: "exec" | "starlark"): Promise<string>;
  /** The version that a constraint selects, and the digest of its content as a lock has it. */
  chartVersion(chart: ChartWanted): Promise<{ readonly version: string; readonly digest: string }>;
}

export interface ChartWanted {
  readonly repo: string;
  readonly name: string;
  /** Exact, a range, or empty for the newest. */
  readonly version: string;
  readonly devel: boolean;
}
