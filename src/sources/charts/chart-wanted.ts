/** Charts of repositories and registries, as kustomizations and controllers name them. */
import type { ArtifactAddress } from "../../lock/index.ts";
import type { Directory } from "../helm/helm.ts";

export interface ChartWanted {
  /** The address of a repository, or `oci://` and the place of a repository in a registry. */
  readonly repo: string;
  readonly name: string;
  /** Exact, a range, or empty for the newest release. */
  readonly version: string;
  /** True if an empty version stands for the newest one, prereleases included. */
  readonly devel: boolean;
  /**
   * The program that would choose the version. Default: helm. source-controller of Flux chooses as helm does, but in a range only
   * versions of three numbers count, and it does not compare the name in Chart.yaml with the one that is wanted.
   */
  readonly chosenBy?: "helm" | "source-controller" | undefined;
  /** The artifact at `repo` and `name`, as an OCIRepository of Flux names it. The version does not count then. */
  readonly artifact?: ArtifactAddress | undefined;
  /** The digest that a lock demands. */
  readonly digest?: string | undefined;
}

export interface RemoteChart {
  readonly files: Directory;
  /** The name in its Chart.yaml. */
  readonly name: string;
  /** The version in its Chart.yaml. */
  readonly version: string;
  /** The digest over its files, which a lock has. */
  readonly digest: string;
}

/** Tells whether a `repo` is in a registry. */
export function isRegistry(repo: string): boolean {
  return repo.startsWith("oci://");
}
