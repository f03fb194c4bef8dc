/** Objects whose removal takes data, other objects or protection with it. */

import type { DangerLevel } from "../../../configuration/index.ts";
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, Finding, PairRule } from "../rule.ts";
import { removed } from "./identity.ts";
import { keptBy } from "./replacement.ts";

interface Removal extends Pick<PairRule, "id" | "level" | "summary"> {
  /** The groups and kinds: `apps/StatefulSet`, and `/Namespace` for the core group. */
  readonly kinds: readonly string[];
  /** An object with another name does the same. */
  readonly survivesRenaming?: true;
  /** Says what happens. */
  follows(base: RenderedResource): { readonly what: string; readonly level?: DangerLevel };
}

const REMOVALS: readonly Removal[] = [
  {
    id: "removed-namespace",
    level: "high",
    summary: "a Namespace goes, and everything in it",
    kinds: ["/Namespace", "project.openshift.io/Project"],
    follows: () => ({ what: "the cluster deletes every object in it, including those that are not rendered here" }),
  },
  {
    id: "removed-crd",
    level: "high",
    summary: "a CustomResourceDefinition goes, and all objects of its kind",
    kinds: ["apiextensions.k8s.io/CustomResourceDefinition"],
    follows: () => ({ what: "the cluster deletes all objects of its kind, in all namespaces" }),
  },
  {
    id: "removed-statefulset",
    level: "high",
    summary: "a StatefulSet goes",
    kinds: ["apps/StatefulSet"],
    follows: followsStatefulSet,
  },
  {
    id: "removed-pvc",
    level: "high",
    summary: "a PersistentVolumeClaim goes, and possibly its data",
    kinds: ["/PersistentVolumeClaim"],
    follows: () => ({
      what: "its volume and data are deleted with it, unless the reclaim policy of the volume is Retain",
    }),
  },
  {
    id: "removed-pv",
    level: "high",
    summary: "a PersistentVolume goes",
    kinds: ["/PersistentVolume"],
    follows: followsVolume,
  },
  {
    id: "removed-networkpolicy",
    level: "medium",
    summary: "a network policy goes",
    survivesRenaming: true,
    kinds: [
      "networking.k8s.io/NetworkPolicy",
      "policy.networking.k8s.io/AdminNetworkPolicy",
      "policy.networking.k8s.io/BaselineAdminNetworkPolicy",
      "cilium.io/CiliumClusterwideNetworkPolicy",
      "cilium.io/CiliumNetworkPolicy",
      "crd.projectcalico.org/GlobalNetworkPolicy",
      "crd.projectcalico.org/NetworkPolicy",
      "projectcalico.org/GlobalNetworkPolicy",
      "projectcalico.org/NetworkPolicy",
    ],
    follows: () => ({ what: "Pods that no other policy selects accept and send all traffic" }),
  },
];

function followsStatefulSet(base: RenderedResource): ReturnType<Removal["follows"]> {
  const spec = valueAt(base.value(), "spec");
  if (listAt(spec, "volumeClaimTemplates").length === 0) {
    return { what: "the cluster stops its Pods; it has no claims of its own", level: "low" };
  }
  if (textAt(spec, "persistentVolumeClaimRetentionPolicy", "whenDeleted") === "Delete") {
    return {
      what: "the cluster stops its Pods and deletes its claims and their data, because `whenDeleted` is Delete",
    };
  }
  return {
    what: "the cluster stops its Pods; its claims and their data stay until somebody deletes them",
    level: "medium",
  };
}

function followsVolume(base: RenderedResource): ReturnType<Removal["follows"]> {
  const policy = textAt(base.value(), "spec", "persistentVolumeReclaimPolicy") ?? "Retain";
  if (policy === "Retain") {
    return {
      what: "its data stays in the storage under the reclaim policy Retain, but no claim finds it any more",
      level: "medium",
    };
  }
  return { what: "its reclaim policy deletes the data as soon as no claim uses it" };
}

export const REMOVAL_RULES: readonly PairRule[] = REMOVALS.map((removal) => ({
  ...removal,
  kinds: new Set(removal.kinds.map((kind) => kind.slice(kind.indexOf("/") + 1))),
  tellsRemoval: true,
  check: (pair) => findings(removal, pair),
}));

function* findings(removal: Removal, pair: DangerPair): Iterable<Finding> {
  const base = removed(pair);
  if (base === undefined || !removal.kinds.includes(`${groupOf(base)}/${base.kind}`)) return;
  const { head } = pair;
  if (removal.survivesRenaming && head?.kind === base.kind && head.namespace === base.namespace) return;
  const keeping = keptBy(base);
  const { what, level } = removal.follows(base);
  if (keeping !== undefined) {
    const { tool, annotation, notBy } = keeping;
    const others = notBy === undefined ? "" : `; ${notBy} delete it when they prune, and ${what}`;
    yield {
      message: `the ${base.kind} is removed here: ${tool} leaves it in the cluster, because of its annotation \`${annotation}\`${others}`,
      // Which tool applies the object, nobody knows here.
      level: notBy === undefined || (level ?? removal.level) === "low" ? "low" : "medium",
    };
    return;
  }
  yield {
    message: `the ${base.kind} is removed${head === undefined ? "" : replacement(base, head)}: ${what}`,
    ...(level === undefined ? {} : { level }),
  };
}

/** How the object at head differs from the one that it replaces. */
function replacement(base: RenderedResource, head: RenderedResource): string {
  if (base.kind !== head.kind || groupOf(base) !== groupOf(head))
    return ", and an object of another kind takes its place";
  return head.namespace === base.namespace ? ", and created under another name" : ", and created in another namespace";
}
