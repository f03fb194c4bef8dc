/** The type of what Argo CD renders of an Application. Plain data. */
import type { ChartRecipe } from "../../charts/index.ts";
import type { PlaceOf } from "../objects/index.ts";

/** Says which charts an Application deploys, and where to. */
export interface ApplicationRecipe {
  readonly kind: "Application";
  /** The charts of its sources, in their order. Of objects that several make, the last one is applied. */
  readonly charts: readonly ChartRecipe[];
  /** The places of the fields of the source of each chart. */
  readonly places: readonly PlaceOf[];
  /** The namespace of the destination; empty for none. */
  readonly namespace: string;
}
