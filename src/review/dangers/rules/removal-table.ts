/** The kinds whose removal hurts, and what follows from it. */
import type { DangerLevel } from "../../../configuration/index.ts";
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import type { PairRule } from "../rule.ts";
import { DATA_KINDS } from "./data-kinds.ts";
import { textsAt } from "./objects/index.ts";

export interface Removal extends Pick<PairRule, "id" | "level" | "summary"> {
  /** The groups and kinds: `apps/StatefulSet`, and `/Namespace` for the core group. */
  readonly kinds: readonly string[];
  /**
   * Set if an object in its place does the same: one of its kind in its namespace, or any that the review takes for its successor.
   * Such a removal is explained by what it leaves behind, if a rule on the target finds that.
   */
  readonly replacedBy?: "its kind" | "any successor";
  /** Says what happens. @param successor an object of the kind that takes its place, under another name or in another namespace */
  follows(base: RenderedResource, successor?: RenderedResource): Removed;
}

/** The effect of a removal, in words that follow a colon, and its level if that is not the level of the rule. */
export interface Removed {
  readonly what: string;
  readonly level?: DangerLevel;
}

const HELM_RELEASE = "helm.toolkit.fluxcd.io/HelmRelease";
const FLUX_KUSTOMIZATION = "kustomize.toolkit.fluxcd.io/Kustomization";
const APPLICATION = "argoproj.io/Application";
const APPLICATION_SET = "argoproj.io/ApplicationSet";

export const REMOVALS: readonly Removal[] = [
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
    replacedBy: "its kind",
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
  {
    id: "removed-application",
    level: "high",
    summary: "an object goes from which Flux or Argo CD deploys, and what it has deployed",
    kinds: [HELM_RELEASE, FLUX_KUSTOMIZATION, APPLICATION, APPLICATION_SET],
    follows: (base, successor) =>
      FOLLOWS_APPLICATION[base.kind]?.(base, successor) ?? { what: "what it has deployed may go with it" },
  },
  {
    id: "removed-data",
    level: "high",
    summary: "a custom resource goes from which an operator runs a database or another store",
    kinds: [...DATA_KINDS.keys()],
    follows: ({ apiVersion, kind }) => {
      const group = apiVersion.slice(0, apiVersion.indexOf("/"));
      return { what: DATA_KINDS.get(`${group}/${kind}`) ?? "its operator deletes what it holds" };
    },
  },
  {
    id: "removed-workload",
    level: "medium",
    summary: "a workload goes, and nothing takes its place",
    replacedBy: "any successor",
    kinds: ["apps/Deployment", "apps/DaemonSet", "argoproj.io/Rollout", "apps.openshift.io/DeploymentConfig"],
    // The plan and the row say that its Pods end, and how many.
    follows: () => ({ what: "nothing is known to take its place" }),
  },
  {
    id: "removed-route",
    level: "medium",
    summary: "a Service, or what leads requests to one, goes, and nothing takes its place",
    replacedBy: "any successor",
    kinds: [
      "/Service",
      "networking.k8s.io/Ingress",
      "extensions/Ingress",
      "route.openshift.io/Route",
      "operator.openshift.io/IngressController",
      "metallb.io/AddressPool",
      "metallb.io/IPAddressPool",
      ...["Gateway", "GRPCRoute", "HTTPRoute", "TCPRoute", "TLSRoute", "UDPRoute"].map(
        (kind) => `gateway.networking.k8s.io/${kind}`,
      ),
      "networking.istio.io/Gateway",
      "networking.istio.io/VirtualService",
      "traefik.io/IngressRoute",
      "traefik.containo.us/IngressRoute",
    ],
    follows: followsRoute,
  },
  {
    id: "removed-certificate",
    level: "medium",
    summary: "a Certificate goes, and is no longer renewed",
    replacedBy: "any successor",
    kinds: ["cert-manager.io/Certificate"],
    follows: () => ({
      what: "cert-manager no longer renews it; its Secret stays, unless cert-manager owns it",
    }),
  },
  {
    id: "removed-operator",
    level: "medium",
    summary: "a Subscription of the Operator Lifecycle Manager goes",
    replacedBy: "any successor",
    kinds: ["operators.coreos.com/Subscription"],
    follows: () => ({
      what: "the operator gets no updates any more, and stays until its ClusterServiceVersion is deleted",
    }),
  },
];

function followsRoute(base: RenderedResource): Removed {
  const { kind } = base;
  if (kind === "Service" && textAt(base.value(), "spec", "type") === "LoadBalancer")
    return {
      what: "its address outside of the cluster is given back, and its name is no longer resolved",
      level: "high",
    };
  if (kind === "Service") return { what: "its name is no longer resolved" };
  if (kind === "Gateway")
    return { what: "its listeners close, and routes are no longer served through it", level: "high" };
  if (kind === "IngressController")
    return { what: "its routers stop, and the routes of its domain are no longer served", level: "high" };
  if (kind.endsWith("AddressPool"))
    return { what: "MetalLB gives none of its addresses to Services any more", level: "high" };
  return { what: "what it serves can no longer be reached this way" };
}

/** The end of a message on objects that stay. */
export const UNOWNED = ", and nobody updates it";
const TAKEN_OVER = "and the new one takes over what it renders as well";

/** The effect of a removal that leaves in the cluster what the object has deployed. @param why with a comma at its end */
function staying(why: string, what: string, isTakenOver: boolean): Removed {
  return isTakenOver
    ? { what: `${why} so ${what} stays in the cluster, ${TAKEN_OVER}`, level: "low" }
    : { what: `${why} so ${what} stays in the cluster${UNOWNED}`, level: "medium" };
}

/** Tells whether both deploy to the same place. */
function haveSamePlace(
  base: RenderedResource,
  successor: RenderedResource | undefined,
  placeOf: (spec: Value | undefined) => readonly (string | undefined)[],
): successor is RenderedResource {
  if (successor === undefined) return false;
  const [before, after] = [base, successor].map((each) => placeOf(valueAt(each.value(), "spec")));
  return JSON.stringify(before) === JSON.stringify(after);
}

const FOLLOWS_APPLICATION: Readonly<
  Record<string, (base: RenderedResource, successor: RenderedResource | undefined) => Removed>
> = {
  HelmRelease(base) {
    if (valueAt(base.value(), "spec", "suspend") === true)
      return { what: "it is suspended, so Flux leaves the release installed, and nobody updates it", level: "medium" };
    return { what: "Flux uninstalls the release, and what its chart has created goes, but for what Helm keeps" };
  },
  Kustomization(base, successor) {
    const isSamePlace = haveSamePlace(base, successor, (of) => [textAt(of, "targetNamespace")]);
    const spec = valueAt(base.value(), "spec");
    const policy = textAt(spec, "deletionPolicy") ?? "MirrorPrune";
    const deletes = policy === "MirrorPrune" ? valueAt(spec, "prune") === true : policy !== "Orphan";
    const applied = "what it has applied";
    if (valueAt(spec, "suspend") === true) return staying("it is suspended,", applied, isSamePlace);
    if (!deletes) {
      const why = policy === "Orphan" ? "its `deletionPolicy` is Orphan," : "it does not prune,";
      return staying(why, applied, isSamePlace);
    }
    // It knows by labels of the objects which of them another one has applied.
    const rest = isSamePlace
      ? ", but for those that the new one has applied by then"
      : successor === undefined
        ? ""
        : ", and the new one applies its own to another namespace";
    return { what: `Flux deletes the objects that it has applied${rest}` };
  },
  Application(base, successor) {
    const isSamePlace = haveSamePlace(base, successor, (spec) =>
      ["name", "server", "namespace"].map((key) => textAt(spec, "destination", key)),
    );
    const finalizers = textsAt(base.value(), "metadata", "finalizers");
    if (finalizers.some((each) => each.startsWith("resources-finalizer.argocd.argoproj.io"))) {
      const rest = isSamePlace ? ", but for those that the new one has taken over by then" : "";
      return { what: `its finalizer lets Argo CD delete the objects that it has deployed${rest}` };
    }
    return staying("it has no finalizer,", "what it has deployed", isSamePlace);
  },
  ApplicationSet(base) {
    if (valueAt(base.value(), "spec", "syncPolicy", "preserveResourcesOnDeletion") === true)
      return {
        what: "its Applications go; what they have deployed stays, as `preserveResourcesOnDeletion` says",
        level: "medium",
      };
    const isKept = ["create-only", "create-update"].includes(
      textAt(base.value(), "spec", "syncPolicy", "applicationsSync") ?? "",
    );
    // Versions of Argo CD differ in whether that keeps them from being deleted with their owner.
    const unless = isKept ? ", unless `applicationsSync` keeps them" : "";
    return { what: `its Applications go, and Argo CD deletes what they have deployed${unless}` };
  },
};

function followsStatefulSet(base: RenderedResource): Removed {
  const spec = valueAt(base.value(), "spec");
  if (listAt(spec, "volumeClaimTemplates").length === 0) {
    return { what: "the cluster stops its Pods; it has no claims of its own", level: "medium" };
  }
  if (textAt(spec, "persistentVolumeClaimRetentionPolicy", "whenDeleted") === "Delete") {
    return {
      what: "the cluster stops its Pods and deletes its claims and their data, because `whenDeleted` is Delete",
    };
  }
  return { what: "the cluster stops its Pods; its claims and their data stay until somebody deletes them" };
}

function followsVolume(base: RenderedResource): Removed {
  const policy = textAt(base.value(), "spec", "persistentVolumeReclaimPolicy") ?? "Retain";
  if (policy === "Retain") {
    return {
      what: "its data stays in the storage under the reclaim policy Retain, but no claim finds it any more",
      level: "medium",
    };
  }
  return { what: "its reclaim policy deletes the data as soon as no claim uses it" };
}
