/** Changes of what Flux and Argo CD deploy: to another place, no longer, or with deletions. */
import { textAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { isTrue, shownValues, updated } from "./objects/index.ts";

const FLUX = /\.toolkit\.fluxcd\.io$/;

interface Place {
  /** The group and the kind. */
  readonly kind: string;
  /** The fields, each with the value that counts. */
  readonly fields: Readonly<Record<string, (resource: RenderedResource) => string>>;
  readonly message: string;
}

const text = (resource: RenderedResource, ...keys: readonly string[]): string =>
  textAt(resource.value(), "spec", ...keys) ?? "";

const PLACES: readonly Place[] = [
  {
    kind: "argoproj.io/Application",
    fields: {
      "/spec/destination/server": clusterOf,
      "/spec/destination/namespace": (each) => text(each, "destination", "namespace"),
    },
    message:
      "Argo CD deploys to another cluster or namespace: what it has deployed stays where it is, and nobody updates it",
  },
  {
    kind: "helm.toolkit.fluxcd.io/HelmRelease",
    fields: {
      "/spec/targetNamespace": (each) => text(each, "targetNamespace") || each.namespace,
      "/spec/releaseName": releaseNameOf,
      "/spec/storageNamespace": (each) => text(each, "storageNamespace") || each.namespace,
    },
    message: "Flux uninstalls the release, and installs another one in its place",
  },
  {
    kind: "kustomize.toolkit.fluxcd.io/Kustomization",
    fields: { "/spec/targetNamespace": (each) => text(each, "targetNamespace") },
    message: "Flux applies all objects in another namespace, and deletes those that it has applied before if it prunes",
  },
];

/** The address or the name of the cluster of an Application. */
function clusterOf(application: RenderedResource): string {
  const name = text(application, "destination", "name");
  return name === "in-cluster" ? "https://kubernetes.default.svc" : name || text(application, "destination", "server");
}

/** The name of the Helm release. helm-controller shortens longer ones, which are equal then too. */
function releaseNameOf(release: RenderedResource): string {
  const target = text(release, "targetNamespace");
  return text(release, "releaseName") || (target === "" ? release.name : `${target}-${release.name}`);
}

export const applicationMoved: PairRule = {
  id: "application-moved",
  level: "high",
  summary: "what Flux or Argo CD deploys goes to another place",
  kinds: new Set(PLACES.map(({ kind }) => kind.slice(kind.indexOf("/") + 1))),
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    const place = pair && PLACES.find(({ kind }) => kind === `${groupOf(pair.head)}/${pair.head.kind}`);
    if (pair === undefined || place === undefined) return;
    for (const [path, valueOf] of Object.entries(place.fields)) {
      const [before, after] = [valueOf(pair.base), valueOf(pair.head)];
      if (before === after) continue;
      yield { path, message: place.message, ...shownValues(before, after) };
      return;
    }
  },
};

export const suspended: PairRule = {
  id: "suspended",
  level: "medium",
  summary: "something is suspended: it is no longer updated, or no longer runs",
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    if (pair === undefined) return;
    const { base, head } = pair;
    const isFlux = FLUX.test(groupOf(head));
    const isJob = groupOf(head) === "batch" && head.kind === "CronJob";
    if (!isFlux && !isJob) return;
    if (!isTrue(head.value(), "spec", "suspend") || isTrue(base.value(), "spec", "suspend")) return;
    yield isJob
      ? { path: "/spec/suspend", message: "the CronJob is suspended: it starts no more Jobs", level: "low" }
      : {
          path: "/spec/suspend",
          message: `the ${head.kind} is suspended: Flux does nothing about it until it is resumed`,
        };
  },
};

export const pruneEnabled: PairRule = {
  id: "prune-enabled",
  level: "medium",
  summary: "what is no longer rendered is deleted from now on",
  kinds: new Set(["Kustomization", "Application"]),
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    const path = pair && pruneField(pair.head);
    if (pair === undefined || path === undefined) return;
    if (!isTrue(pair.head.value(), ...path) || isTrue(pair.base.value(), ...path)) return;
    yield {
      path: toPointer(path),
      message:
        "pruning is switched on: from now on, objects that it has applied and that are no longer rendered are deleted, also those that are left over from before",
    };
  },
};

function pruneField(resource: RenderedResource): readonly string[] | undefined {
  switch (`${groupOf(resource)}/${resource.kind}`) {
    case "kustomize.toolkit.fluxcd.io/Kustomization":
      return ["spec", "prune"];
    case "argoproj.io/Application":
      return ["spec", "syncPolicy", "automated", "prune"];
    default:
      return undefined;
  }
}
