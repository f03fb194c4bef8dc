/** The input of the search for deployments in one tree. */
import type { DeploymentSettings } from "../configuration/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { Discovery, RootFiles } from "../targets/index.ts";
import type { Value } from "../yaml/index.ts";
import type { RecipeBuilds } from "./builds/index.ts";
import type { ControllerRules, Deployment, Reference } from "./flux/index.ts";
import type { YamlFiles } from "./objects/index.ts";

export interface SearchInput {
  readonly tree: Tree;
  readonly files: YamlFiles;
  /** Finds the kustomizations of the tree. */
  readonly discovery: () => Promise<Discovery>;
  readonly rootFiles: RootFiles;
  readonly builds: RecipeBuilds;
  /** The builds of the other side of a comparison, if it was searched before. */
  readonly other: RecipeBuilds | undefined;
  /** Deployments that one side has read, by objects that both sides print. */
  readonly known: WeakMap<object, Known>;
  readonly settings: DeploymentSettings;
  /** An address of the repository, or OWNER/NAME; undefined where it is not known. */
  readonly own: string | undefined;
}

/** A deployment that was read before, with all that decided. */
export interface Known {
  readonly deployment: Deployment;
  readonly cluster: string;
  /** The places of its parent and of the patches of that, to which what it patches into a child leads. */
  readonly parent: string;
  readonly rules: ControllerRules;
  readonly rootSources: string;
  readonly looked: ReadonlyMap<Reference, Value | undefined>;
}
