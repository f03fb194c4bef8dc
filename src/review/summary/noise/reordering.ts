/** The rule on lists whose order means nothing. */
import { valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import type { BuiltInRule, NoisyObject } from "./rule.ts";

/** The paths of the pods in each kind. Those of a Pod or a Job cannot be changed, not even in their order. */
const POD_SPECS = new Map([
  ...["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController"].map(
    (kind) => [kind, "spec/template/spec"] as const,
  ),
  ["CronJob", "spec/jobTemplate/spec/template/spec"],
]);

/**
 * Lists in the description of a pod. Not: containers, args, command, envFrom, and the sources of projected volumes, in which later
 * elements depend on earlier ones or win over them.
 */
const IN_PODS = new RegExp(
  [
    String.raw`^(?:volumes|tolerations|imagePullSecrets|hostAliases|topologySpreadConstraints|readinessGates`,
    String.raw`|volumes/\d+/(?:configMap|secret|downwardAPI)/items`,
    String.raw`|affinity/.+/nodeSelectorTerms|(?:init|ephemeral)?[cC]ontainers/\d+/(?:env|volumeMounts|volumeDevices|ports|securityContext/capabilities/(?:add|drop)))$`,
  ].join(""),
);

/** Lists of other kinds. */
const BY_KIND: ReadonlyMap<string, RegExp> = new Map([
  ["Role", /^rules(?:\/\d+\/(?:verbs|resources|apiGroups|resourceNames))?$/],
  ["ClusterRole", /^rules(?:\/\d+\/(?:verbs|resources|apiGroups|resourceNames|nonResourceURLs))?$/],
  ["RoleBinding", /^subjects$/],
  ["ClusterRoleBinding", /^subjects$/],
  ["Service", /^spec\/(?:ports|externalIPs|loadBalancerSourceRanges)$/],
  ["ServiceAccount", /^(?:secrets|imagePullSecrets)$/],
  ["NetworkPolicy", /^spec\/(?:policyTypes|(?:in|e)gress(?:\/\d+\/(?:from|to|ports))?)$/],
  ["HorizontalPodAutoscaler", /^spec\/metrics$/],
  ["PersistentVolumeClaim", /^spec\/accessModes$/],
  ["PersistentVolume", /^spec\/accessModes$/],
  ["CustomResourceDefinition", /^spec\/(?:.+\/openAPIV3Schema\/(?:.+\/)?(?:required|enum)|names\/categories)$/],
]);

const OF_ALL = /^metadata\/(?:ownerReferences|finalizers)$/;

export const reordering: BuiltInRule = {
  id: "reordering",
  summary:
    "Another order of lists whose order means nothing, such as `env` without references between its variables, `volumes`, `tolerations`, and rules of RBAC. Not: containers, arguments, paths of an Ingress, webhooks.",
  folds({ op, steps }, of) {
    const { kind, apiVersion } = of.object;
    if (op !== "reordered" || !isOfKubernetes(apiVersion)) return false;
    const path = steps.join("/");
    if (OF_ALL.test(path) || BY_KIND.get(kind)?.test(path)) return true;
    const pods = POD_SPECS.get(kind);
    if (pods === undefined || !path.startsWith(`${pods}/`) || !IN_PODS.test(path.slice(pods.length + 1))) return false;
    return steps.at(-1) !== "env" || isIndependent(steps, of);
  },
};

/** Kinds of others can have the same names, and lists whose order counts. */
function isOfKubernetes(apiVersion: string): boolean {
  const [group = "", version] = apiVersion.split("/");
  return version === undefined || !group.includes(".") || group.endsWith(".k8s.io");
}

/** Tells whether no variable of the list is defined twice or made of others: a variable sees only those before it. */
function isIndependent(steps: readonly string[], { base, head }: NoisyObject): boolean {
  // The position of the container can differ at base, so all of its variables are looked at.
  return [base, head].every((side) => {
    if (side === undefined) return false;
    for (const list of listsAt(side, steps)) {
      const names = new Set<unknown>();
      for (const variable of list) {
        const [name, value] = [valueAt(variable, "name"), valueAt(variable, "value")];
        if (names.has(name) || (typeof value === "string" && value.includes("$("))) return false;
        names.add(name);
      }
    }
    return true;
  });
}

/** The lists at a path, in any element of the lists on the way. */
function listsAt(value: Value, steps: readonly string[]): Value[][] {
  let found: (Value | undefined)[] = [value];
  for (const step of steps) {
    found = found.flatMap((one) => (Array.isArray(one) ? one : [valueAt(one, step)]));
  }
  return found.filter((one) => Array.isArray(one));
}
