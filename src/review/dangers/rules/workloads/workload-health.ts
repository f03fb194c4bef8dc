/** Rules on probes, limits and replicas: they keep a workload running, and from using up its node. */

import type { DangerLevel } from "../../../../configuration/index.ts";
import { valueAt } from "../../../../manifests/index.ts";
import type { Value } from "../../../../render/rendering.ts";
import { toPointer } from "../../../../text/index.ts";
import type { Finding, PairRule } from "../../rule.ts";
import { compareQuantities, containerText, podSpecOf, podsOf, shownValues } from "../objects/index.ts";

const LIMITS: readonly { readonly resource: string; readonly level: DangerLevel; readonly effect: string }[] = [
  {
    resource: "memory",
    level: "medium",
    effect: "the container can use up the memory of its node, and other Pods are ended",
  },
  {
    resource: "ephemeral-storage",
    level: "low",
    effect: "the container can fill the disk of its node, and other Pods are evicted",
  },
  { resource: "cpu", level: "low", effect: "the container can use all CPUs of its node that others do not ask for" },
];

export const removedLimits: PairRule = {
  id: "removed-limits",
  level: "medium",
  summary: "a container that stays loses a limit",
  *check(pair): Iterable<Finding> {
    for (const { base, head } of podsOf(pair)?.containers ?? []) {
      if (base === undefined) continue;
      for (const { resource, level, effect } of LIMITS) {
        const before = valueAt(base.value, "resources", "limits", resource);
        if (!isLimit(before) || isLimit(valueAt(head.value, "resources", "limits", resource))) continue;
        yield {
          path: toPointer([...base.path, "resources", "limits", resource]),
          message: `${containerText(head)} loses its limit of \`${resource}\`: ${effect}`,
          level,
          ...shownValues(before, undefined),
        };
      }
    }
  },
};

const PROBES: readonly { readonly probe: string; readonly level: DangerLevel; readonly effect: string }[] = [
  {
    probe: "readinessProbe",
    level: "medium",
    effect: "Services send requests to it before it can answer them, and a rollout does not wait for it",
  },
  { probe: "livenessProbe", level: "low", effect: "nothing restarts it when it hangs" },
  { probe: "startupProbe", level: "low", effect: "the other probes begin at once, and can end it while it starts" },
];

export const removedProbe: PairRule = {
  id: "removed-probe",
  level: "medium",
  summary: "a container that stays loses a probe",
  *check(pair): Iterable<Finding> {
    for (const { base, head } of podsOf(pair)?.containers ?? []) {
      if (base === undefined) continue;
      for (const { probe, level, effect } of PROBES) {
        if (!isSet(valueAt(base.value, probe)) || isSet(valueAt(head.value, probe))) continue;
        // A startup probe does nothing where no other probe waits for it.
        if (probe === "startupProbe" && !isSet(valueAt(head.value, "livenessProbe"))) continue;
        yield {
          path: toPointer([...base.path, probe]),
          message: `${containerText(head)} loses its \`${probe}\`: ${effect}`,
          level,
        };
      }
    }
  },
};

/** 0 is no limit. */
function isLimit(value: Value | undefined): boolean {
  return isSet(value) && compareQuantities(value, 0) !== 0;
}

function isSet(value: Value | undefined): boolean {
  return value !== undefined && value !== null && value !== "";
}

export const replicasZero: PairRule = {
  id: "replicas-zero",
  level: "high",
  summary: "a workload is scaled to zero",
  *check({ base, head }): Iterable<Finding> {
    if (base === undefined || head === undefined) return;
    // An absent number is 1 for workloads. Other kinds may mean anything by it.
    const absent = podSpecOf(base) === undefined ? undefined : 1;
    const before = valueAt(base.value(), "spec", "replicas") ?? absent;
    const after = valueAt(head.value(), "spec", "replicas");
    if (!isNumber(before) || Number(before) === 0 || !isNumber(after) || Number(after) !== 0) return;
    yield {
      path: "/spec/replicas",
      message: `the ${head.kind} is scaled to zero: the cluster stops all of its Pods`,
      ...shownValues(before, after),
      ...(absent === undefined && { level: "medium" }),
    };
  },
};

function isNumber(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}
