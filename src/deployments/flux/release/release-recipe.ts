/** The type of what helm-controller renders of a HelmRelease. Plain data. */
import type { ChartRecipe } from "../../../charts/index.ts";

/** Says which chart a HelmRelease deploys, with which values, and what is done to the objects. */
export interface ReleaseRecipe {
  readonly kind: "HelmRelease";
  readonly chart: ChartRecipe;
}
