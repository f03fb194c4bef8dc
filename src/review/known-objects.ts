/** Finds the objects of a new target that another target of the base rendered before. */
import { type BuildOptions, createBuilder } from "../engine/index.ts";
import { renderTarget, type Setback, type Target, type Visit } from "../render/index.ts";
import type { RenderedResource, Rendering } from "../render/rendering.ts";
import type { Tree } from "../sources/tree.ts";
import type { Inclusions } from "../targets/index.ts";
import type { FoundChange } from "./changes.ts";
import { type FoundDanger, SCHEMA_RULES } from "./dangers/index.ts";
import { groupOf } from "./differences/index.ts";
import { redactorOf, type Shared } from "./pair-comparison.ts";
import type { TargetNames } from "./target-names.ts";

/** The most targets of the base that are rendered for one new target. */
const MAX_PARTS = 10;

/** The objects of other targets of the base that a new target can be compared with. */
export interface Known {
  /** The objects of the targets that it includes: the same ones. */
  readonly included: readonly RenderedResource[];
  /** The objects of a target that includes what it includes, such as another environment. */
  readonly beside: readonly RenderedResource[];
}

/** Renders targets of the base that new targets include, or that include the same as these. */
export class KnownObjects {
  readonly #renderer: Parameters<typeof renderTarget>[0];
  readonly #inclusions: Pick<Inclusions, "partsOf" | "siblingOf">;

  /**
   * @param tree of the base
   * @param inclusions of the head
   */
  constructor(
    tree: Tree,
    build: BuildOptions,
    lost: Setback["lost"] | undefined,
    inclusions: Pick<Inclusions, "partsOf" | "siblingOf">,
  ) {
    this.#renderer = { builder: createBuilder(tree, build), tree, deployments: undefined, lost, deadline: undefined };
    this.#inclusions = inclusions;
  }

  /** Returns undefined for a target that is not new. Targets that do not render have no objects. */
  async of(
    target: string,
    base: Rendering,
    head: Rendering,
    turn: Pick<Visit<Target>, "builds" | "seconds">,
  ): Promise<Known | undefined> {
    if (base.status !== "absent" || head.status !== "rendered") return undefined;
    const parts = (await this.#inclusions.partsOf(target)).slice(0, MAX_PARTS);
    const sibling = await this.#inclusions.siblingOf(target);
    return {
      included: await this.#objectsOf(parts, turn),
      beside: await this.#objectsOf(sibling === undefined ? [] : [sibling], turn),
    };
  }

  async #objectsOf(
    targets: readonly string[],
    { builds, seconds }: Pick<Visit<Target>, "builds" | "seconds">,
  ): Promise<readonly RenderedResource[]> {
    const found: RenderedResource[] = [];
    for (const target of targets) {
      const left = seconds();
      if (left === 0) break;
      const rendering = await renderTarget(this.#renderer, { target, builds }, left);
      if (rendering.status === "rendered") found.push(...rendering.resources);
    }
    return found;
  }
}

/** Rules on targets that have to look at all objects of a kind, whatever differs. */
const OF_SCHEMAS: ReadonlySet<string> = new Set(SCHEMA_RULES.map(({ id }) => id));

/** The end of a message on what a new environment has as others do. */
const AS_OTHERS = "; another target has the same at the base";

/**
 * Takes the dangers from new objects that the same object at the base had as well, and says which ones the object of another target has:
 * where a rule finds nothing in the difference of the two. Takes time linear in the objects.
 */
export function withoutKnown(
  changes: readonly FoundChange[],
  { included, beside }: Known,
  names: TargetNames,
  shared: Shared,
): readonly FoundChange[] {
  const rest = withDangers(changes, included, names, shared, () => undefined);
  return withDangers(rest, beside, names, shared, (danger) => ({ ...danger, message: danger.message + AS_OTHERS }));
}

/** @param had returns what becomes of a danger of a new object that the one at the base had; undefined for none */
function withDangers(
  changes: readonly FoundChange[],
  known: readonly RenderedResource[],
  names: TargetNames,
  { rules, configuration }: Shared,
  had: (danger: FoundDanger) => FoundDanger | undefined,
): readonly FoundChange[] {
  if (known.length === 0) return changes;
  const before = new Map(known.map((resource) => [keyOf(resource), resource]));
  return changes.map((one) => {
    const { head, dangers } = one;
    if (one.base !== undefined || head === undefined || dangers.length === 0) return one;
    const base = before.get(keyOf(head));
    if (base === undefined) return one;
    const pair = { base, head };
    const checked = rules.checkPair(pair, redactorOf(pair, names, configuration), false);
    // What rules on targets find stays where the difference is about it: nobody asks them about the other target.
    const touched = [...checked.touches].filter((id) => !OF_SCHEMAS.has(id));
    const found = new Set([...checked.dangers.map(({ id }) => id), ...touched]);
    // In doubt, a danger stays.
    if (checked.problems.length > 0) return one;
    return { ...one, dangers: dangers.flatMap((danger) => (found.has(danger.id) ? danger : (had(danger) ?? []))) };
  });
}

function keyOf(resource: RenderedResource): string {
  return JSON.stringify([groupOf(resource), resource.kind, resource.namespace, resource.name]);
}
