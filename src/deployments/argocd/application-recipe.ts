/** The type of what Argo CD renders of an Application. Plain data. */
import type { ChartRecipe } from "../../charts/index.ts";
import type { PlaceOf } from "../objects/index.ts";
import type { LoadRestrictor } from "./build-options.ts";
import type { DirectorySource } from "./directory-source.ts";
import type { IgnoreRules } from "./ignored-fields.ts";
import type { KustomizeSource } from "./kustomize-source.ts";
import type { SyncOptions } from "./object-controls.ts";
import type { ApplicationProject } from "./project-problems.ts";
import type { RemoteSource } from "./remote-source.ts";

/** Says how the objects of a source are made. */
export type SourceRecipe = LocalSource | RemoteSource;

/** A source in this repository, or a chart of a repository for charts. */
export type LocalSource = (ChartSourceRecipe | KustomizeSource | DirectorySource) & {
  /** The commit of this repository that it is at; undefined for what is reviewed. */
  readonly commit?: string | undefined;
};

export interface ChartSourceRecipe {
  readonly type: "Helm";
  /** The place in the list of charts. */
  readonly index: number;
}

/** Says what an Application deploys, and where to. */
export interface ApplicationRecipe {
  readonly kind: "Application";
  /** Its sources, in their order. Of objects that several make, the last one is applied. */
  readonly sources: readonly SourceRecipe[];
  /** The charts of its sources, in their order. */
  readonly charts: readonly ChartRecipe[];
  /** The places of the fields of the source of each chart. */
  readonly places: readonly PlaceOf[];
  /** The rule for files that kustomizations name; that of the run where nothing in the repository says it. */
  readonly loadRestrictor?: LoadRestrictor | undefined;
  /** The namespace of the destination; empty for none. */
  readonly namespace: string;
  /** The differences that it ignores; undefined for none. */
  readonly ignores?: IgnoreRules | undefined;
  /** The options by which it applies all of its objects. */
  readonly sync: SyncOptions;
  /** Its project; undefined where the repository does not have it. */
  readonly project?: ApplicationProject | undefined;
}

/** The commit of this repository that a chart is at; undefined for what is reviewed. @param index of the chart */
export function commitOfChart({ sources }: ApplicationRecipe, index: number): string | undefined {
  const found = sources.find((source) => source.type === "Helm" && source.index === index);
  return found?.type === "Helm" ? found.commit : undefined;
}
