/** The steps of a build, for `explain`. Without a trace, each step costs one check. */
import type { KeySource } from "../../builtins/index.ts";
import type { Location } from "../../diagnostics.ts";
import type { Kustomization } from "../../documents/index.ts";
import type { Resource } from "../../resource/index.ts";
import type { Variables } from "../variables/index.ts";

export interface Trace {
  /**
   * Called after each step.
   * @param resources all that the step may have made, changed or deleted; deleted ones have no node or no entries
   */
  step(step: TracedStep, resources: Iterable<Resource>): void;
  /**
   * Called when a level has taken in the objects of a directory that it lists.
   * @param resources the objects of the directory
   */
  include(inclusion: Inclusion, resources: Iterable<Resource>): void;
}

/** An entry that includes a directory, and with it everything that happens there. */
export interface Inclusion {
  /** The field with the entry: `resources`, `components`, `generators`, `transformers` or `validators`. */
  readonly name: string;
  readonly location: Location;
  /** The kustomization with the field. */
  readonly kustomization: Kustomization;
  /** See {@link TracedStep.via}. */
  readonly via?: readonly Inclusion[] | undefined;
}

export interface TracedStep {
  /**
   * The field of a kustomization that asked for the step, or a step at the end of the build: `hash`, `nameReference`,
   * `vars`, `managed-by`, `output`.
   */
  readonly name: string;
  /** The kustomization with the field; absent for steps at the end. */
  readonly kustomization?: Kustomization | undefined;
  /** The index of the entry. */
  readonly index?: number | undefined;
  /** The entry, if it has a better place than its index. */
  readonly location?: Location | undefined;
  /** The document that configures a plugin, or the entry of a composition. */
  readonly config?: Resource | undefined;
  /** The entries of `transformersFrom` through which the entry of a composition came, outermost first. */
  readonly imports?: readonly Location[] | undefined;
  /** The entries of `transformerOverrides` that changed the entry of a composition, in the order in which they were applied. */
  readonly overrides?: readonly Location[] | undefined;
  /** The file to whose directory the paths of the kustomization are relative, if it is not that of the kustomization. */
  readonly directoryOf?: string | undefined;
  /**
   * The components, compositions and configs of plugins that the step is part of, each by the entry that adds it to the level
   * around it; innermost first.
   */
  readonly via?: readonly Inclusion[] | undefined;
  /** For a generator: the source of each key. */
  readonly sources?: ReadonlyMap<string, KeySource> | undefined;
  /** For `vars`: the variables of the build. */
  readonly variables?: Variables | undefined;
}

/** A trace whose steps name an entry that they are part of. */
export function traceVia(trace: Trace | undefined, inclusion: Inclusion): Trace | undefined {
  if (trace === undefined) return undefined;
  const via = (inner: readonly Inclusion[] = []): readonly Inclusion[] => [...inner, inclusion];
  return {
    step: (step, resources) => trace.step({ ...step, via: via(step.via) }, resources),
    include: (inner, resources) => trace.include({ ...inner, via: via(inner.via) }, resources),
  };
}
