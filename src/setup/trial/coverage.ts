/** Finds out how much reviews show of the deployments of a repository, and why not more. */
import { getOrInsert } from "../../collections.ts";
import { type FoundDeployments, isRenderable, unknownVariableOf } from "../../deployments/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { isDeploymentId } from "../../render/index.ts";
import { compareBytewise } from "../../text/index.ts";
import type { TrialFailure } from "./failures.ts";

export interface Coverage {
  /** The number of Kustomizations, and of Applications without charts. */
  readonly total: number;
  /** Their kinds, sorted. */
  readonly kinds: readonly string[];
  /** The number of those that are rendered with all values. */
  readonly exact: number;
  /** The objects with values that are not known. A Kustomization can have several. */
  readonly unknown: readonly UnknownSource[];
  /** Why deployments are not rendered whose source is not at hand. */
  readonly elsewhere: readonly Elsewhere[];
  /** The deployments that do not build, as in `Trial.failures`. */
  readonly failures: readonly TrialFailure[];
  /** Undefined if no deployment is made of charts. */
  readonly releases: ReleaseCoverage | undefined;
}

export interface ReleaseCoverage {
  readonly total: number;
  /** The kinds of deployments that there are, sorted. */
  readonly kinds: readonly string[];
  /** The number of those whose chart is in the tree. */
  readonly inRepository: number;
  /** The number of those whose chart `remote: auto` may fetch. */
  readonly automatic: number;
  /** The number of those whose chart is fetched only by what the input `remote` names. */
  readonly manual: number;
  /** Why releases are not rendered whose source is not at hand. */
  readonly elsewhere: readonly Elsewhere[];
  /** The releases that cannot be rendered for other reasons. */
  readonly failures: readonly TrialFailure[];
}

export interface UnknownSource {
  /** Such as "Secret `cluster-secrets`, which is encrypted". */
  readonly source: string;
  /** The names of variables, sorted. */
  readonly names: readonly string[];
  /** The ids of deployments that use them, sorted. */
  readonly deployments: readonly string[];
}

export interface Elsewhere {
  /** Such as `GitRepository flux-system/x`, sorted. */
  readonly sources: readonly string[];
  /** Such as "is not declared in this repository". */
  readonly reason: string;
  readonly hint: string | undefined;
  /** Sorted ids. */
  readonly deployments: readonly string[];
}

/** Finds the deployments whose source is not at hand. @param ids of targets */
export function elsewhere(
  ids: readonly string[],
  deployments: FoundDeployments | undefined,
): { readonly ids: ReadonlySet<string>; readonly reasons: readonly Elsewhere[] } {
  const byReason = new Map<string, { hint: string | undefined; sources: Set<string>; deployments: string[] }>();
  for (const id of ids.filter(isDeploymentId)) {
    const recipe = deployments?.get(id)?.recipe;
    if (recipe === undefined || isRenderable(recipe) || recipe.elsewhere === undefined) continue;
    const { source, reason } = recipe.elsewhere;
    const { hint } = recipe.problem;
    const known = getOrInsert(byReason, reason, () => ({
      hint,
      sources: new Set<string>(),
      deployments: [] as string[],
    }));
    known.sources.add(source);
    known.deployments.push(id);
  }
  const reasons = [...byReason].map(([reason, { hint, sources, deployments: ofReason }]) => ({
    reason,
    hint,
    sources: [...sources].sort(compareBytewise),
    deployments: ofReason,
  }));
  return { ids: new Set(reasons.flatMap((each) => each.deployments)), reasons };
}

/** Collects the variables whose values are not known. */
export class UnknownValues {
  readonly #sources = new Map<string, { readonly names: Set<string>; readonly deployments: Set<string> }>();
  /** The ids of the deployments that use some. */
  readonly deployments = new Set<string>();

  note(id: string, diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) {
      const unknown = unknownVariableOf(diagnostic);
      if (unknown === undefined) continue;
      const { name, source } = unknown;
      const known = getOrInsert(this.#sources, source, () => ({ names: new Set(), deployments: new Set() }));
      known.names.add(name);
      known.deployments.add(id);
      this.deployments.add(id);
    }
  }

  /** The objects with values that are not known: first those that most deployments use. */
  sources(): readonly UnknownSource[] {
    const all = [...this.#sources].map(([source, { names, deployments }]) => ({
      source,
      names: [...names].sort(compareBytewise),
      deployments: [...deployments].sort(compareBytewise),
    }));
    return all.sort((a, b) => b.deployments.length - a.deployments.length || compareBytewise(a.source, b.source));
  }
}
