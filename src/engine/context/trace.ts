/** What a build tells those who ask how its values came about. Ordinary builds have none, and pay one test a step. */
import type { KeySource } from "../../builtins/index.ts";
import type { Location } from "../../diagnostics.ts";
import type { Kustomization } from "../../documents/index.ts";
import type { Resource } from "../../resource/index.ts";
import type { Variables } from "../variables/index.ts";

export interface Trace {
  /**
   * Called after each step.
   * @param resources all that the step may have made, changed or deleted; those that it deleted have no node or no entries
   */
  step(step: TracedStep, resources: Iterable<Resource>): void;
}

export interface TracedStep {
  /**
   * The field of a kustomization that asked for the step, or what is done to all objects in the end: `hash`,
   * `nameReference`, `vars`, `managed-by`, `output`.
   */
  readonly name: string;
  /** Whose field it is; absent at the end. */
  readonly kustomization?: Kustomization | undefined;
  /** Which of the field's entries. */
  readonly index?: number | undefined;
  /** The entry, where its place is known better than by its index. */
  readonly location?: Location | undefined;
  /** The document that configures a plugin. */
  readonly config?: Resource | undefined;
  /** Of a generator: where each key of the data comes from. */
  readonly sources?: ReadonlyMap<string, KeySource> | undefined;
  /** Of `vars`: the variables of the build. */
  readonly variables?: Variables | undefined;
}
