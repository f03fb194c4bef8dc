/** The deployments of trees, as the selection of targets needs them. Who finds them is not known here. */
import type { Target, Trees } from "../render/index.ts";

/** The deployments of one tree. */
export interface TreeDeployments {
  readonly targets: readonly Target[];
  /** Tells whether a deployment renders a directory, absolute within the tree. */
  readonly covers: (directory: string) => boolean;
  has(id: string): boolean;
  /** Equal texts mean an equal recipe; undefined if the tree has none of this id. */
  recipeKey(id: string): string | undefined;
  /** The directories and files that a deployment is built from, absolute within the tree. */
  pathsOf(id: string): readonly string[];
  /** The files that declare a deployment, and the project with the rules for it, as messages show them. */
  filesOf(id: string): readonly string[];
}

/** None on a side that is absent. */
export type Deployments = { readonly [Side in keyof Trees]?: TreeDeployments | undefined };
