/** A chart, and all that decides what helm makes of it. Plain data, the same for all that deploy charts. */
import type { Location } from "../diagnostics.ts";
import type { ChartWanted, TagRange } from "../sources/index.ts";
import type { Value } from "../yaml/index.ts";
import type { OutputReader } from "./objects.ts";

export interface ChartRecipe {
  readonly chart: ChartSource;
  readonly releaseName: string;
  /** The namespace of the release; empty for that of helm's configuration. */
  readonly namespace: string;
  /** In the order in which helm gets them: of two values for one key, the last one counts. */
  readonly values: readonly ValuesFile[];
  /** Single values, which count over those of files; in the order in which helm gets them. */
  readonly settings: readonly ValueSetting[];
  readonly capabilities: Capabilities;
  /** True if the objects of `crds/` are among those that are rendered. */
  readonly includesCrds: boolean;
  /** True if hooks for `helm test` are left out. */
  readonly skipsTests: boolean;
  /** True if all hooks are left out. */
  readonly skipsHooks: boolean;
  /** True if values are not checked against the schema of the chart. */
  readonly skipsSchema: boolean;
  /** The program by whose rules the output of helm is read: kustomize, the default, through which helm-controller sends it, or kubectl. */
  readonly readBy?: OutputReader | undefined;
}

export type ChartSource = TreeChart | FetchedChart | GitChart;

interface AnyChart {
  /** The place that names the chart. */
  readonly location: Location;
  /**
   * Files that replace the `values.yaml` of the chart, merged in order, as source-controller does; none for the chart as it is. They
   * are relative to a fetched chart, and absolute within the tree or the repository of others.
   */
  readonly valuesFiles?: readonly string[] | undefined;
  /** True if a values file that is not there is skipped. */
  readonly ignoresMissingValuesFiles?: boolean | undefined;
  /**
   * The program by whose rules missing dependencies of a chart in a repository are found: source-controller, the default, or
   * `helm dependency build`, which Argo CD runs.
   */
  readonly packagedBy?: "source-controller" | "helm" | undefined;
}

/** A chart in the tree that is rendered. */
export interface TreeChart extends AnyChart {
  readonly from: "tree";
  /** Absolute within the tree: a directory, or an archive. */
  readonly directory: string;
}

/** A chart of a repository for charts, or of a registry. */
export interface FetchedChart extends AnyChart {
  readonly from: "repository";
  readonly wanted: ChartWanted;
}

/** A chart in a git repository on another machine. */
export interface GitChart extends AnyChart {
  readonly from: "git";
  /** The address of the repository, as a kustomization would name it, with its `ref`. */
  readonly repository: string;
  /** The range of versions that the `ref` is; absent for a branch, a tag or a commit. */
  readonly newest?: TagRange | undefined;
  /** Absolute within that repository. */
  readonly directory: string;
  /** The field `spec.ignore` of the GitRepository. */
  readonly ignore?: string | undefined;
}

/**
 * A values file: a value or a text of one that is made, a file of the tree, a file of the chart itself, by its path below the top of the
 * chart, or a file at an address.
 */
export type ValuesFile =
  | { readonly value: Value; readonly display: string }
  | { readonly text: string; readonly display: string }
  | { readonly path: string; readonly location: Location }
  | { readonly chartFile: string; readonly isOptional: boolean; readonly location: Location }
  | { readonly address: string; readonly location: Location };

/** One value for the options `--set`, `--set-string` and `--set-file` of helm. */
export type ValueSetting =
  | {
      readonly option: "set" | "set-string";
      readonly argument: string;
      /** The place that gives it, where it has one of its own. */
      readonly location?: Location | undefined;
      /** True if the value comes from a Secret. The values files have it too. */
      readonly isSecret?: true;
    }
  | { readonly option: "set-file"; readonly key: string; readonly path: string; readonly location: Location };

/** The contents of `.Capabilities` in templates. */
export interface Capabilities {
  /** Undefined for that of helm itself. */
  readonly kubeVersion: string | undefined;
  readonly apiVersions: readonly string[];
}
