/** The types of what Argo CD renders of an Application, and of what is known of its sources. */

import type { ChartRecipe } from "../../charts/index.ts";
import type { Diagnostic, Location } from "../../diagnostics.ts";
import type { GitUrl } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import type { Value } from "../../yaml/index.ts";
import type { PlaceOf } from "../objects/index.ts";
import type { LoadRestrictor } from "./build-options.ts";
import type { DirectorySource } from "./directory-source.ts";
import type { HelmSource } from "./helm-source.ts";
import type { IgnoreRules } from "./ignored-fields.ts";
import type { KustomizeSource } from "./kustomize-source.ts";
import type { SyncOptions } from "./object-controls.ts";
import type { Elsewhere } from "./own-repository.ts";
import type { ApplicationProject } from "./project-problems.ts";
import type { SourceType } from "./source-type.ts";

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

/** A source with what makes its objects, or why it is not rendered. */
export type ReadSource = ChartSourceOf | BuiltSourceOf | RemoteSourceOf | OtherSourceOf;

/** A directory that kustomize builds, or whose manifests are read. */
export interface BuiltSourceOf {
  readonly type: "Kustomize" | "Directory";
  readonly location: Location;
  readonly built: KustomizeSource | DirectorySource;
  readonly problems: readonly Diagnostic[];
  /** The commit that it is at, in place of what is reviewed. */
  readonly commit?: string | undefined;
}

export interface ChartSourceOf extends HelmSource {
  readonly type: "Helm";
  readonly location: Location;
  readonly placeOf: PlaceOf;
  /** The commit that it is at, in place of what is reviewed. */
  readonly commit?: string | undefined;
}

/** A source in another repository. */
export interface RemoteSourceOf {
  readonly type: "Remote";
  readonly location: Location;
  readonly remote: RemoteSource;
  readonly problems: readonly Diagnostic[];
}

export interface OtherSourceOf {
  readonly type: SourceType | undefined;
  readonly location: Location;
  /** A mistake, or that the source is not at hand. */
  readonly problem: Diagnostic;
  /** Why the source is not at hand; absent for a mistake. */
  readonly elsewhere?: Omit<Elsewhere, "field"> | undefined;
  /** See {@link namedPaths}. */
  readonly paths: readonly string[];
}

export function isChartSource(source: ReadSource): source is ChartSourceOf {
  return "recipe" in source;
}

export function isBuiltSource(source: ReadSource): source is BuiltSourceOf {
  return "built" in source;
}

export function isRemoteSource(source: ReadSource): source is RemoteSourceOf {
  return "remote" in source;
}

/** A source in another repository, which can be read once that is fetched. */
export interface RemoteSource {
  readonly type: "Remote";
  /** The repository, with the directory, and the branch, the tag or the commit. */
  readonly url: GitUrl;
  /** The place that names it. */
  readonly location: Location;
  /** The source, and what else decides how it is read: equal ones are read alike. */
  readonly written: readonly (Value | undefined)[];
  /** The paths of the tree at hand that it takes values from. */
  readonly paths: readonly string[];
  /** @throws KrmError for what Argo CD refuses, and what is rendered only where Argo CD runs */
  readonly read: (found: FetchedSource) => Promise<BuiltSourceOf | ChartSourceOf>;
}

export interface FetchedSource {
  /** The files of the commit that the source is at. */
  readonly tree: Tree;
  readonly commit: string;
  /** The tree at hand. */
  readonly own: Tree;
}
