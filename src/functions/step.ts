/** The port through which a build runs functions. */
import type { Location, Warn } from "../diagnostics.ts";
import type { PathEntry } from "../documents/index.ts";
import type { UseLog } from "../lock/index.ts";
import type { Resource, ResourceSet } from "../resource/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { SecretTexts } from "../text/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import type { Changes } from "./wire/merge-output.ts";
import type { OriginAnnotations } from "./wire/sent.ts";

/**
 * The directory of the kustomization that lists a config. Its function runs there, even if the file of the config is
 * elsewhere (docs/specification/executables.md 1.1).
 */
export interface FunctionRoot {
  readonly tree: Tree;
  /** Absolute within the tree and free of symlinks. */
  readonly path: string;
}

/** An entry of a field `catalogs`: a reference to a catalog, which may name the program of a function. */
export interface ListedCatalog extends PathEntry {
  /** Relative references start from this directory. */
  readonly root: FunctionRoot;
}

/** The field that lists an entry. */
export type Role = "generator" | "transformer" | "validator";

/** One field of one kustomization. A KEP-993 plugin is called once for all of its configs in one phase. */
export interface Phase {
  readonly role: Role;
  /** Set if a function gets an empty list when there are no objects, and not its config: in a composition. */
  readonly sendsEmpty?: true;
}

/** One entry of `generators`, `transformers` or `validators` that is not a built-in. */
export interface FunctionRequest {
  readonly config: Resource;
  readonly root: FunctionRoot;
  /** The catalogs of the kustomization, or those of the composition and its imports, in the order of the search. */
  readonly catalogs: readonly ListedCatalog[];
  /** The same object for all entries of a field. */
  readonly phase: Phase;
  /** The tree that is rendered. The function may be in a repository that it includes. */
  readonly top: Tree;
  /** The same object for all entries of a build, whose functions share one budget. */
  readonly build: object;
  /** Charges time and memory from here on to the build. Called after each wait. */
  readonly claim: () => void;
  /** Fires when the build ends, also if its time is up. */
  readonly ended: AbortSignal;
  /** Reads a file or address that the config names, by the rules of the kustomization. @throws KrmError */
  readonly read: (path: string, location: Location) => Promise<Uint8Array>;
  /** True if only files in or below the root are allowed: `--load-restrictor`. */
  readonly restricted: boolean;
  /** The origin annotations that functions receive, for builds with `buildMetadata`. */
  readonly origins: OriginAnnotations;
  readonly warn: Warn;
  /** Sees what the function uses from elsewhere. Undefined without a lock. */
  readonly uses: UseLog | undefined;
  /** Knows the values of Secrets of the build. What the function prints is shown without them. */
  readonly secrets?: SecretTexts | undefined;
}

/** The catalogs of a level, of which no function may have needed some. */
export type UnneededRequest = Pick<FunctionRequest, "catalogs" | "build" | "claim" | "warn">;

/** A prepared function. It can run any number of times. */
export interface FunctionStep {
  /** Its name in messages, such as `the function Foo foo (./foo.sh)`. */
  readonly title: string;
  /** Runs it on its config alone and returns the objects that it generates (docs/specification/wire-format.md 2.5). */
  generate(): Promise<Resource[]>;
  /** Runs it on the objects and changes them (docs/specification/wire-format.md 4). */
  transform(resources: ResourceSet): Promise<Changes>;
  /**
   * Runs it on copies of the objects (docs/specification/wire-format.md 7).
   * @throws KrmError `validator-modifies` if it returns objects that differ
   */
  validate(resources: ResourceSet): Promise<void>;
  /**
   * Only for generators of KEP-993, which are transformers as well: the step that joins those of the field `transformers`.
   * It does nothing if the plugin does not transform (docs/specification/legacy-plugins.md 3.2, 3.5).
   */
  asTransformer?(phase: Phase): FunctionStep;
}

/** Runs functions for all builds of a run. Every error is a KrmError at the place where the function is declared. */
export interface Functions {
  /**
   * Reads the specification of a function and checks that it is allowed. Nothing runs yet. Prepare all entries of a phase
   * before you run one of them: entries that share one call get the same step.
   * @throws KrmError `functions-disabled`, `exec-disabled`, `network-disabled`, `function-unsupported`,
   *   `invalid-function` and others. A function that kustomize skips in silence is an error that names the switch
   *   (docs/specification/function-configs.md 4.2)
   */
  prepare(request: FunctionRequest): Promise<FunctionStep>;
  /** Finds the configs that need no name: those of groups with a KEP-993 plugin. Undefined if there are none. */
  mayLackName(): Promise<((config: MapNode) => boolean) | undefined>;
  /** Reports catalogs that are listed and not trusted, if no function was looked for in them. Called after each level. */
  unneeded?(level: UnneededRequest): Promise<void>;
  /** Ends running programs, removes private copies, and writes the results file if one is wanted. */
  close(): Promise<void>;
}
