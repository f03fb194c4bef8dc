/** Charts of repositories and registries, as kustomizations name them. */
import type { Directory } from "../helm/helm.ts";

export interface ChartWanted {
  /** The address of a repository, or `oci://` and the place of a repository in a registry. */
  readonly repo: string;
  readonly name: string;
  /** Exact, a range, or empty for the newest release. */
  readonly version: string;
  /** True if an empty version stands for the newest one, prereleases included. */
  readonly devel: boolean;
  /** The digest that a lock demands. */
  readonly digest?: string | undefined;
  /** Names an artifact of a registry as an OCIRepository of Flux does, in place of the version. */
  readonly oci?: OciReference | undefined;
}

/** An artifact in a repository of a registry. A digest counts over a range, and a range over a tag. */
export interface OciReference {
  readonly digest?: string | undefined;
  readonly tag?: string | undefined;
  /** A range of versions, of which the newest tag is taken. */
  readonly semver?: string | undefined;
  /** A regular expression for the tags that the range is for. */
  readonly semverFilter?: string | undefined;
  /** The media type of the layer that holds the chart; undefined for the first layer. */
  readonly layer?: string | undefined;
}

export interface RemoteChart {
  readonly files: Directory;
  /** The version in its Chart.yaml. */
  readonly version: string;
  /** The digest over its files, which a lock has. */
  readonly digest: string;
}

/** Tells whether a version of a chart is one version, and no range. */
export function isExactVersion(version: string): boolean {
  return /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.test(version);
}

/** Tells whether a `repo` is in a registry. */
export function isRegistry(repo: string): boolean {
  return repo.startsWith("oci://");
}
