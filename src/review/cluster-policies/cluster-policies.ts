/** Renders the targets of a cluster that have policies, so that they judge the changed objects of others. docs/specification/policies.md 3.9 */
import { getOrInsert } from "../../collections.ts";
import type { Configuration } from "../../configuration/index.ts";
import { type Builder, type BuildOptions, createBuilder } from "../../engine/index.ts";
import { aroundPolicies, isAdmissionObject, type PoliciesBeside } from "../../policies/index.ts";
import {
  type DeploymentBuilder,
  renderTarget,
  type Setback,
  type SideName,
  type Target,
  type Trees,
  type Visit,
} from "../../render/index.ts";
import type { RenderedResource, Rendering } from "../../render/rendering.ts";

/** The rule that asks the policies. */
const ADMISSION_POLICY = "admission-policy";

export interface ClusterPoliciesInput {
  readonly trees: Trees;
  readonly build: BuildOptions;
  readonly options?: Partial<Readonly<Record<SideName, BuildOptions>>> | undefined;
  readonly deployments?: Partial<Readonly<Record<SideName, DeploymentBuilder | undefined>>> | undefined;
  readonly setbacks?: Partial<Readonly<Record<SideName, Setback>>> | undefined;
  readonly configuration?: Pick<Configuration, "dangers"> | undefined;
  /** The targets that the change can affect: the others render the same on both sides. */
  readonly affected: ReadonlySet<string>;
  /** Returns the other targets of the cluster of a target that may render policies. */
  readonly policiesBeside?: ((target: string) => Promise<readonly string[]>) | undefined;
}

type Sides = Readonly<Record<SideName, readonly RenderedResource[]>>;
type Limits = Pick<Visit<Target>, "builds" | "seconds">;

const NONE: Sides = { base: [], head: [] };

export class ClusterPolicies {
  readonly #input: ClusterPoliciesInput;
  /** By the ids of targets. Each is rendered once, whatever it has to judge. */
  readonly #rendered = new Map<string, Promise<Sides>>();
  /** They keep what they have parsed: targets of a cluster share bases. */
  readonly #builders = new Map<SideName, Builder>();

  constructor(input: ClusterPoliciesInput) {
    this.#input = input;
  }

  /** Returns undefined if nothing changed, or no other target has policies. One that does not render has none. */
  async of(target: string, base: Rendering, head: Rendering, limits: Limits): Promise<PoliciesBeside | undefined> {
    const { configuration, policiesBeside } = this.#input;
    const isOff = configuration?.dangers.levels.get(ADMISSION_POLICY) === "off";
    if (isOff || policiesBeside === undefined || isSame(base, head)) return undefined;
    const homes = new Map<RenderedResource, string>();
    const sides: { base: RenderedResource[]; head: RenderedResource[] } = { base: [], head: [] };
    for (const id of await policiesBeside(target)) {
      const found = await getOrInsert(this.#rendered, id, () => this.#render(id, limits));
      sides.base.push(...found.base);
      sides.head.push(...found.head);
      for (const each of found.head) homes.set(each, id);
    }
    return sides.head.some(isAdmissionObject) ? { ...sides, homeOf: (policy) => homes.get(policy) } : undefined;
  }

  async #render(id: string, limits: Limits): Promise<Sides> {
    const head = await this.#objectsOf(id, "head", limits);
    if (!head.some(isAdmissionObject)) return NONE;
    return { head, base: this.#input.affected.has(id) ? await this.#objectsOf(id, "base", limits) : head };
  }

  async #objectsOf(target: string, side: SideName, { builds, seconds }: Limits): Promise<readonly RenderedResource[]> {
    const { trees, build, options, deployments, setbacks } = this.#input;
    const tree = trees[side];
    const builder = getOrInsert(this.#builders, side, () => createBuilder(tree, { ...build, ...options?.[side] }));
    const lost = setbacks?.[side]?.lost;
    const renderer = { builder, tree, deployments: deployments?.[side], lost, deadline: undefined };
    const left = seconds();
    if (left === 0) return [];
    const rendering = await renderTarget(renderer, { target, builds }, left);
    return rendering.status === "rendered" ? aroundPolicies(rendering.resources) : [];
  }
}

/** Tells whether no object differs. */
function isSame(base: Rendering, head: Rendering): boolean {
  if (base.status !== "rendered" || head.status !== "rendered") return false;
  const { resources } = base;
  return (
    resources.length === head.resources.length &&
    head.resources.every(({ yaml }, index) => yaml === resources[index]?.yaml)
  );
}
