/** Finds the objects of a new target that another target of the base rendered before, as the same objects. */
import { type BuildOptions, createBuilder } from "../engine/index.ts";
import { renderTarget, type Setback, type Target, type Visit } from "../render/index.ts";
import type { RenderedResource, Rendering } from "../render/rendering.ts";
import type { Tree } from "../sources/tree.ts";
import type { FoundChange } from "./changes.ts";
import { groupOf } from "./differences/index.ts";
import { redactorOf, type Shared } from "./pair-comparison.ts";
import type { TargetNames } from "./target-names.ts";

/** The most targets of the base that are rendered for one new target. */
const MAX_PARTS = 10;

/** Renders the directories that new targets include and that were targets at the base. */
export class KnownObjects {
  readonly #renderer: Parameters<typeof renderTarget>[0];
  readonly #partsOf: (target: string) => Promise<readonly string[]>;

  /**
   * @param tree of the base
   * @param partsOf returns the targets that a target of the head includes
   */
  constructor(
    tree: Tree,
    build: BuildOptions,
    lost: Setback["lost"] | undefined,
    partsOf: (target: string) => Promise<readonly string[]>,
  ) {
    this.#renderer = { builder: createBuilder(tree, build), tree, deployments: undefined, lost, deadline: undefined };
    this.#partsOf = partsOf;
  }

  /** The objects that the parts of a new target rendered at the base. Parts that do not render have none. */
  async of(
    target: string,
    base: Rendering,
    head: Rendering,
    turn: Pick<Visit<Target>, "builds" | "seconds">,
  ): Promise<readonly RenderedResource[]> {
    if (base.status !== "absent" || head.status !== "rendered") return [];
    const found: RenderedResource[] = [];
    for (const part of (await this.#partsOf(target)).slice(0, MAX_PARTS)) {
      const seconds = turn.seconds();
      if (seconds === 0) break;
      const rendering = await renderTarget(this.#renderer, { target: part, builds: turn.builds }, seconds);
      if (rendering.status === "rendered") found.push(...rendering.resources);
    }
    return found;
  }
}

/**
 * Takes the dangers from new objects that the same object at the base had as well: where a rule finds nothing in the difference of the
 * two, the change brings nothing. Takes time linear in the objects.
 */
export function withoutKnown(
  changes: readonly FoundChange[],
  known: readonly RenderedResource[],
  names: TargetNames,
  { rules, configuration }: Shared,
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
    const found = new Set(checked.dangers.map(({ id }) => id));
    // In doubt, a danger stays.
    if (checked.problems.length > 0) return one;
    return { ...one, dangers: dangers.filter(({ id }) => found.has(id)) };
  });
}

function keyOf(resource: RenderedResource): string {
  return JSON.stringify([groupOf(resource), resource.kind, resource.namespace, resource.name]);
}
