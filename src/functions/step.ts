/** What a build asks of functions. */
import type { Location, Warn } from "../diagnostics.ts";
import type { Resource, ResourceSet } from "../resource/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import type { Changes } from "./wire/merge.ts";
import type { OriginAnnotations } from "./wire/sent.ts";

/**
 * The directory of the kustomization that lists a config: where its function runs, whatever file the config is in
 * (docs/specification/executables.md 1.1).
 */
export interface FunctionRoot {
  readonly tree: Tree;
  /** Absolute within the tree and free of symlinks. */
  readonly path: string;
}

/** What an entry is listed as. */
export type Role = "generator" | "transformer" | "validator";

/** One field of one kustomization. Plugins that are called once for all their configs are called once for each of these. */
export interface Phase {
  readonly role: Role;
}

/** One entry of `generators`, `transformers` or `validators` that is no built-in. */
export interface FunctionRequest {
  readonly config: Resource;
  readonly root: FunctionRoot;
  /** The same object for all entries of a field. */
  readonly phase: Phase;
  /** The same object for all entries of a build: what its functions may do together is counted. */
  readonly build: object;
  /** Reads a file that the config names, as a kustomization does. @throws KrmError */
  readonly read: (path: string, location: Location) => Promise<Uint8Array>;
  /** Whether only files in or below the root may be used: `--load-restrictor`. */
  readonly restricted: boolean;
  /** For builds that track where objects come from; functions see it. */
  readonly origins: OriginAnnotations;
  readonly warn: Warn;
}

/** A function that may be run, on as many inputs as one likes. */
export interface FunctionStep {
  /** What messages call it, such as `the function Foo foo (./foo.sh)`. */
  readonly title: string;
  /** The objects that it makes of its config alone (docs/specification/wire-format.md 2.5). */
  generate(): Promise<Resource[]>;
  /** Changes the objects (docs/specification/wire-format.md 4). */
  transform(resources: ResourceSet): Promise<Changes>;
  /**
   * Runs it on copies. Throws `validator-modifies` where it returns something, and not the same
   * (docs/specification/wire-format.md 7).
   */
  validate(resources: ResourceSet): Promise<void>;
  /**
   * Of plugins whose generators are transformers as well (KEP-993): the step that joins the entries of `transformers`.
   * It does nothing if the plugin says so.
   */
  asTransformer?(phase: Phase): FunctionStep;
}

/**
 * Runs functions, for all builds of a run.
 * Everything that goes wrong is a KrmError at the place where the function is declared.
 */
export interface Functions {
  /**
   * Reads what a config says of its function, and whether that may be run. Nothing runs yet.
   * @throws KrmError `functions-disabled`, `exec-disabled`, `network-disabled`, `function-unsupported`,
   * `invalid-function` and others: what kustomize skips without a word is an error that names the switch
   * (docs/specification/function-configs.md 4.2)
   * @returns the same step for all entries that one call is for: all are to be prepared before any is run
   */
  prepare(request: FunctionRequest): Promise<FunctionStep>;
  /** Tells the configs that need no name: of API groups that have an executable as KEP-993 says. Undefined for none. */
  mayLackName(): Promise<((config: MapNode) => boolean) | undefined>;
  /** Ends what runs, removes private copies, and writes the results where a file of them is wanted. */
  close(): Promise<void>;
}
