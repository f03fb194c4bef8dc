/** The types of what a HelmRelease of Flux installs, and of what helm-controller does to the objects that helm makes. Plain data. */
import type { ChartRecipe } from "../../../charts/index.ts";
import type { Location } from "../../../diagnostics.ts";
import type { KustomizationEdits } from "../../../documents/index.ts";
import type { CommonMetadata } from "../substitution/index.ts";

/** docs/specification/flux-releases.md */
export interface ReleaseRecipe {
  readonly kind: "HelmRelease";
  readonly chart: ChartRecipe;
  /** The ignore rules of the source of a chart in the tree; undefined for none. */
  readonly ignore: string | undefined;
  /** The paths of values that come from Secrets; an empty path stands for all values. */
  readonly secrets: readonly (readonly string[])[];
  /** In order; each sees the objects that the one before it made. */
  readonly postRenderers: readonly KustomizationEdits[];
  /** Says which post-renderers see hooks: `nohooks` none; `separate` all, apart from other objects; `combined` all, with these. */
  readonly postRenderStrategy: PostRenderStrategy;
  readonly commonMetadata: CommonMetadata;
  /** True if what the post-renderers or the common metadata write may come from a Secret. */
  readonly writesSecrets: boolean;
  readonly crds: CrdPolicies;
  readonly hooks: HookRules;
  /** Says when Flux builds a chart of a GitRepository or a Bucket again: when its version changes, or at each revision. */
  readonly reconcileStrategy: "ChartVersion" | "Revision";
  readonly places: ReleasePlaces;
}

export type PostRenderStrategy = "combined" | "separate" | "nohooks";

/** `Create` leaves CRDs alone that the cluster has; `Skip` all of them. None is ever deleted. */
export type CrdPolicy = "Skip" | "Create" | "CreateReplace";

/** The treatment of the CRDs in `crds/` of a chart. */
export interface CrdPolicies {
  readonly install: CrdPolicy;
  readonly upgrade: CrdPolicy;
}

/** Says which hooks of a chart ever run. */
export interface HookRules {
  /** The events that happen, such as `pre-install`. */
  readonly events: readonly string[];
  /** The names of tests: only these run, if there are any. */
  readonly onlyTests: readonly string[];
  readonly exceptTests: readonly string[];
}

export interface ReleasePlaces {
  readonly release: Location;
  /** The place of a value of `spec.values`, or of another object that gives it. */
  readonly valueOf: (path: readonly string[]) => Location | undefined;
}
