/** The port through which deployments are built: what one is, and how it is built, is not known here. */
import type { Location } from "../diagnostics.ts";
import type { BuildOptions, Built, BuiltResource, KustomizationEdits, SourceEdits } from "../engine/index.ts";
import type { RecordedTree } from "../sources/index.ts";
import type { Tree, TreeRecord } from "../sources/tree.ts";

/** Builds deployments of one tree. */
export interface DeploymentBuilder {
  /** Builds a deployment; undefined if the tree has none of this id. */
  build(id: string, options: DeploymentBuildOptions): Promise<Built | undefined>;
  /** How a deployment is built; undefined if the tree has none of this id. @throws KrmError for one that is not rendered */
  recipe(id: string): DeploymentRecipe | undefined;
  /** Equal texts mean an equal recipe; undefined if the tree has none of this id. */
  recipeKey(id: string): string | undefined;
  /**
   * Tells whether a build of the deployment here would be answered as one on the other side was, whose recipe is the same.
   * @param record what that one asked
   */
  answersEqually(id: string, record: TreeRecord): Promise<boolean>;
}

export interface DeploymentBuildOptions {
  /** The number of targets that may be in work at the same time, this one included. */
  readonly builds: number;
  /** Undefined for no limit. */
  readonly timeoutSeconds: number | undefined;
  /** The tree, if its record is to hold what the rendering depends on. */
  readonly recorded: RecordedTree | undefined;
}

/** How a deployment is built, for who builds it with a trace. */
export interface DeploymentRecipe {
  readonly tree: Tree;
  /** Absolute within the tree. */
  readonly directory: string;
  /** The place that names the directory. */
  readonly pathPlace: Location;
  readonly options: BuildOptions;
  readonly edits: KustomizationEdits | SourceEdits | undefined;
  /** The tree with the files that the edits come from: that of the build may lack some. */
  readonly declared: Tree;
  /** Does to the objects of the build what comes after it. @throws KrmError */
  finish(resources: readonly BuiltResource[], onStep?: OnLaterStep): Built;
}

/** Called for each step after the build. @param after the objects in the same order; undefined for one that is left out */
export type OnLaterStep = (
  step: LaterStep,
  before: readonly BuiltResource[],
  after: readonly (BuiltResource | undefined)[],
) => void;

/** A step that a controller does after the build, with all objects. */
export interface LaterStep {
  /** The field that asks for it: `postBuild` or `commonMetadata`. */
  readonly name: string;
  readonly location: Location;
  /** The origins of values: of a variable by its name, of a label by `labels/KEY`, of an annotation by `annotations/KEY`. */
  readonly values: ReadonlyMap<string, ValueOrigin>;
}

export interface ValueOrigin {
  readonly location?: Location | undefined;
  /** Names what holds the value, for people; undefined for the field itself. */
  readonly source?: string | undefined;
}
