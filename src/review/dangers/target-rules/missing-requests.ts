/** Autoscalers that go by a share of what containers request, and containers that request none of it. */
import { podTemplateOf, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import type { DangerPair, TargetRule } from "../rule.ts";
import { type Container, containerText, listed, oneLine } from "../rules/index.ts";
import {
  autoscalerText,
  isAutoscaler,
  requestsText,
  scaledBy,
  type Unmeasurable,
  unmeasurableBy,
} from "./autoscalers.ts";
import { isRange } from "./limits.ts";
import { jsonText } from "./port-offers.ts";
import { ObjectNames } from "./search/index.ts";

export const MISSING_REQUEST: TargetRule = {
  id: "missing-request",
  level: "medium",
  summary: "an autoscaler goes by a share of requests that containers do not have",
  touches: ({ base, head }) =>
    base === undefined ? head !== undefined && isConcerned(head) : textOf(base) !== (head && textOf(head)),
  *check({ base, head, pairs }, touched) {
    const autoscalers = touched.length === 0 ? [] : head.filter(isAutoscaler);
    if (autoscalers.length === 0) return;
    const [before, after] = [new Side(base), new Side(head)];
    const byHead = new Map(pairs.map((pair) => [pair.head, pair]));
    const changed = new Map(touched.map((pair) => [pair.head, pair]));
    const ranges = touched.filter(isAboutRange);
    for (const autoscaler of autoscalers) {
      const workload = after.workloadOf(autoscaler);
      const found = after.unmeasurableBy(autoscaler);
      if (workload === undefined || found.length === 0) continue;
      const pair = changed.get(autoscaler) ?? changed.get(workload) ?? ranges.find((each) => isIn(each, workload));
      if (pair === undefined) continue;
      const own = byHead.get(autoscaler);
      const old = own === undefined ? autoscaler : own.base;
      const known = new Set(old === undefined ? [] : before.unmeasurableBy(old).map(keyOf));
      for (const each of found.filter((one) => !known.has(keyOf(one)))) {
        const [first] = each.containers;
        const path = pair.head === autoscaler ? each.path : pair.head === workload ? (first?.path ?? []) : [];
        const name =
          pair.head === autoscaler
            ? "the HorizontalPodAutoscaler"
            : `HorizontalPodAutoscaler ${oneLine(autoscaler.baseName)}`;
        const whose = pair.head === workload ? "" : ` of ${workload.kind} ${oneLine(workload.baseName)}`;
        yield {
          pair,
          path: toPointer(path),
          message: `${name} goes by the utilization of \`${oneLine(each.resource, 63)}\`, and ${containersText(each.containers, whose)} none: it scales nothing by that unless something else sets a request`,
        };
      }
    }
  },
};

function isConcerned(resource: RenderedResource): boolean {
  return isAutoscaler(resource) || isRange(resource) || podTemplateOf(resource) !== undefined;
}

/** All that decides what autoscalers measure; undefined for an object of no concern. */
function textOf(resource: RenderedResource): string | undefined {
  if (isAutoscaler(resource)) return autoscalerText(resource);
  return isRange(resource) ? jsonText(valueAt(resource.value(), "spec") ?? null) : requestsText(resource);
}

/** Tells whether a pair is that of a LimitRange. */
function isAboutRange({ base, head }: DangerPair): boolean {
  return [base, head].some((each) => each !== undefined && isRange(each));
}

function isIn({ base, head }: DangerPair, { namespace }: RenderedResource): boolean {
  return base?.namespace === namespace || head?.namespace === namespace;
}

/** Equal on both sides for one thing that an autoscaler measures. */
function keyOf({ resource, container }: Unmeasurable): string {
  return JSON.stringify([resource, container]);
}

function containersText(containers: readonly Container[], whose: string): string {
  const [first, ...others] = containers;
  if (first !== undefined && others.length === 0) return `${containerText(first)}${whose} requests`;
  return `containers ${listed(containers.map(({ name }) => name))}${whose} request`;
}

/** The autoscalers of one side, and what they scale. */
class Side {
  readonly #names: ObjectNames;
  readonly #ranges: readonly RenderedResource[];

  constructor(resources: readonly RenderedResource[]) {
    this.#names = new ObjectNames(resources);
    this.#ranges = resources.filter(isRange);
  }

  workloadOf(autoscaler: RenderedResource): RenderedResource | undefined {
    return this.#names.find(scaledBy(autoscaler));
  }

  unmeasurableBy(autoscaler: RenderedResource): readonly Unmeasurable[] {
    const workload = this.workloadOf(autoscaler);
    if (workload === undefined) return [];
    // A namespace that a manifest does not name counts as the same one.
    const own = this.#ranges.filter(
      ({ namespace }) => namespace === workload.namespace || namespace === "" || workload.namespace === "",
    );
    return unmeasurableBy(autoscaler, workload, own);
  }
}
