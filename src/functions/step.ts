/** What a build asks of functions. */
import type { Warn } from "../diagnostics.ts";
import type { Resource } from "../resource/resource.ts";
import type { ResourceSet } from "../resource/resource-set.ts";
import type { Tree } from "../sources/tree.ts";
import type { Changes } from "./wire/merge.ts";
import type { OriginAnnotations } from "./wire/sent.ts";

/** The directory of the kustomization that lists a config: where its function runs, whatever file the config is in (A5.6). */
export interface FunctionRoot {
  readonly tree: Tree;
  /** Absolute within the tree and free of symlinks. */
  readonly path: string;
}

/** One entry of `generators`, `transformers` or `validators` that is no built-in. */
export interface FunctionRequest {
  readonly config: Resource;
  readonly root: FunctionRoot;
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
  /** The objects that it makes of its config alone (A1.9). */
  generate(): Promise<Resource[]>;
  /** Changes the objects (A2). */
  transform(resources: ResourceSet): Promise<Changes>;
  /** Runs it on copies. Throws `validator-modifies` where it returns something, and not the same (A8). */
  validate(resources: ResourceSet): Promise<void>;
}

/**
 * Runs functions, for all builds of a run.
 * Everything that goes wrong is a KrmError at the place where the function is declared.
 */
export interface Functions {
  /**
   * Reads what a config says of its function, and whether that may be run. Nothing runs yet.
   * @throws KrmError `functions-disabled`, `exec-disabled`, `network-disabled`, `function-unsupported`, `invalid-function`
   *   and others: what kustomize skips without a word is an error that names the switch (G11)
   */
  prepare(request: FunctionRequest): Promise<FunctionStep>;
  /** Ends what runs, removes private copies, and writes the results where a file of them is wanted. */
  close(): Promise<void>;
}
