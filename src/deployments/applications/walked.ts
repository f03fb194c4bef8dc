/** The type of what a walk through the Applications of Argo CD comes to. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { Use } from "../../lock/index.ts";
import type { Deployment } from "../flux/index.ts";
import type { InstalledRecipe } from "../helm/index.ts";
import type { PlaceOf } from "../objects/index.ts";
import type { DeclaredApplication, DeclaringEntry } from "./declaring.ts";
import type { ReadApplication } from "./reading.ts";

/** An Application, an ApplicationSet, an AppProject, or a release of helm that may render some, and how the walk came to it. */
export interface Walked {
  readonly declared: DeclaredApplication;
  /** The Application that renders it, or the set that makes it; undefined for a root. */
  readonly from: Walked | undefined;
  /** The entry that the way began with; undefined for a deployment of Flux. */
  readonly root: DeclaringEntry | undefined;
  /** How many others lead to it. */
  readonly depth: number;
  /** The places of the fields of an Application that an ApplicationSet makes. */
  readonly placeOf?: PlaceOf | undefined;
  /** The release of helm that this stands for. */
  readonly release?: Deployment<InstalledRecipe> | undefined;
  /** Undefined for an ApplicationSet, and for an Application that is not read. */
  application?: ReadApplication | undefined;
  /** Mistakes for which an ApplicationSet makes only some of its Applications. */
  problems?: readonly Diagnostic[] | undefined;
  /** True for an ApplicationSet that may make others for clusters that nothing names. */
  isPartial?: boolean | undefined;
  /** The uses of other machines by which the search has found what it declares, for a lock. */
  used?: readonly Use[] | undefined;
  /** Why it is not known what it renders or makes. */
  failure?: Diagnostic | undefined;
}

/** Identifies an Application or a set within one Argo CD, and that by what begins to declare it. */
export function keyOf({ object: { kind, namespace, name }, home, cluster }: DeclaredApplication): string {
  return [kind, namespace, name, cluster ?? home].join("\0");
}
