/** Changes of what Flux and Argo CD deploy: to another place, no longer, or with deletions. */
import type { DangerLevel } from "../../../configuration/index.ts";
import { patchesSyncPolicy } from "../../../deployments/index.ts";
import { isMap, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { isTrue, shownValues, updated } from "./objects/index.ts";

const FLUX = /\.toolkit\.fluxcd\.io$/;

interface Place {
  /** The groups and kinds. */
  readonly kinds: readonly string[];
  /** The fields below the specification, each with the value that counts; undefined where that is not known. */
  readonly fields: Readonly<Record<string, (resource: RenderedResource) => string | undefined>>;
  readonly message: string;
  /** If it is not that of the rule. */
  readonly level?: DangerLevel;
}

/** The path of the specification: that of an ApplicationSet is the one of the Applications that it makes. */
const specOf = ({ kind }: RenderedResource): readonly string[] =>
  kind === "ApplicationSet" ? ["spec", "template", "spec"] : ["spec"];

const text = (resource: RenderedResource, ...keys: readonly string[]): string =>
  textAt(resource.value(), ...specOf(resource), ...keys) ?? "";

const APPLICATIONS = ["argoproj.io/Application", "argoproj.io/ApplicationSet"];

const PLACES: readonly Place[] = [
  {
    kinds: APPLICATIONS,
    fields: { "/destination/server": clusterOf },
    level: "medium",
    message: "Argo CD deploys to another cluster: what it has deployed stays in the old one, and nobody updates it",
  },
  {
    kinds: APPLICATIONS,
    level: "medium",
    fields: { "/destination/namespace": (each) => text(each, "destination", "namespace") },
    message:
      "Argo CD deploys what names no namespace itself to another one: it deletes what it has deployed before if it prunes, and leaves it otherwise",
  },
  {
    kinds: ["helm.toolkit.fluxcd.io/HelmRelease"],
    fields: {
      "/targetNamespace": (each) => text(each, "targetNamespace") || each.namespace || undefined,
      "/releaseName": releaseNameOf,
      "/storageNamespace": (each) => text(each, "storageNamespace") || each.namespace || undefined,
    },
    message: "Flux uninstalls the release, and installs another one in its place",
  },
  {
    kinds: ["helm.toolkit.fluxcd.io/HelmRelease"],
    fields: { "/chart/spec/chart": chartNameOf },
    message:
      "the release gets a chart of another name: Flux uninstalls it and installs the new chart in its place, but for versions before 2.2 and with `chartNameChangeStrategy: InPlaceUpdate`, which upgrade it",
  },
  {
    kinds: ["kustomize.toolkit.fluxcd.io/Kustomization"],
    fields: { "/targetNamespace": (each) => text(each, "targetNamespace") },
    message:
      "the namespace that Flux sets for its objects changes: if it prunes, it deletes those that it has applied elsewhere before",
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

/** The name of a chart of a Helm repository. Charts of other sources have their names in their files. */
function chartNameOf(release: RenderedResource): string | undefined {
  const chart = valueAt(release.value(), "spec", "chart", "spec");
  return textAt(chart, "sourceRef", "kind") === "HelmRepository"
    ? textAt(chart, "chart")?.replace(/^.*\//s, "")
    : undefined;
}

export const applicationMoved: PairRule = {
  id: "application-moved",
  level: "high",
  summary: "what Flux or Argo CD deploys goes to another place",
  kinds: new Set(PLACES.flatMap(({ kinds }) => kinds.map((kind) => kind.slice(kind.indexOf("/") + 1)))),
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    if (pair === undefined) return;
    const kind = `${groupOf(pair.head)}/${pair.head.kind}`;
    for (const { fields, message, level } of PLACES.filter(({ kinds }) => kinds.includes(kind))) {
      for (const [path, valueOf] of Object.entries(fields)) {
        const [before, after] = [valueOf(pair.base), valueOf(pair.head)];
        if (before === undefined || after === undefined || before === after) continue;
        yield {
          path: `${toPointer(specOf(pair.head))}${path}`,
          message,
          ...shownValues(before, after),
          ...(level && { level }),
        };
        return;
      }
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
    const suspends = isTrue(head.value(), "spec", "suspend") && !isTrue(base.value(), "spec", "suspend");
    const path = "/spec/suspend";
    if (suspends && FLUX.test(groupOf(head)))
      yield { path, message: `the ${head.kind} is suspended: Flux does nothing about it until it is resumed` };
    if (suspends && groupOf(head) === "batch" && head.kind === "CronJob")
      yield { path, message: "the CronJob is suspended: it starts no more Jobs", level: "low" };
    if (!isApplication(head) || isPatched(pair) || !isAutomated(base) || isAutomated(head)) return;
    yield {
      path: toPointer([...specOf(head), ...AUTOMATED.slice(0, -1)]),
      message: "Argo CD no longer syncs by itself: what is merged reaches the cluster only when somebody syncs it",
    };
  },
};

const AUTOMATED = ["syncPolicy", "automated"];

function isApplication(resource: RenderedResource): boolean {
  return APPLICATIONS.includes(`${groupOf(resource)}/${resource.kind}`);
}

/** Tells whether the template of a set does not decide alone when it is synced. Its Applications say it. */
function isPatched({ base, head }: { readonly base: RenderedResource; readonly head: RenderedResource }): boolean {
  return head.kind === "ApplicationSet" && [base, head].some((each) => patchesSyncPolicy(each.value()));
}

function isAutomated(application: RenderedResource): boolean {
  const automated = valueAt(application.value(), ...specOf(application), ...AUTOMATED);
  return isMap(automated) && automated["enabled"] !== false;
}

export const pruneEnabled: PairRule = {
  id: "prune-enabled",
  level: "medium",
  summary: "what is no longer rendered is deleted from now on",
  kinds: new Set(["Kustomization", "Application", "ApplicationSet"]),
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    const pruning = pair && PRUNING.get(`${groupOf(pair.head)}/${pair.head.kind}`);
    if (pair === undefined || pruning === undefined || isPatched(pair)) return;
    if (preservesNoMore(pair)) yield PRESERVED;
    const field = [...specOf(pair.head), ...pruning.field];
    if (!isTrue(pair.head.value(), ...field) || isTrue(pair.base.value(), ...field)) return;
    yield { path: toPointer(field), message: `pruning is switched on: from now on, ${pruning.deletes}` };
  },
};

/** By these policies, a set leaves the Applications that it has made as they are. */
const NOT_UPDATING: ReadonlySet<string> = new Set(["create-only", "create-delete"]);
const PRESERVES = ["spec", "syncPolicy", "preserveResourcesOnDeletion"];

const PRESERVED: Finding = {
  path: toPointer(PRESERVES),
  message:
    "`preserveResourcesOnDeletion` is switched off: from now on, what an Application of the set has deployed is deleted when this Application or the set goes",
};

/**
 * Tells whether Argo CD gives the Applications of a set the finalizer from now on by which what they have deployed goes with them. One
 * with finalizers in its template has those on both sides, and those of a set that is {@link NOT_UPDATING} stay as they are.
 */
function preservesNoMore({
  base,
  head,
}: {
  readonly base: RenderedResource;
  readonly head: RenderedResource;
}): boolean {
  if (head.kind !== "ApplicationSet" || !isTrue(base.value(), ...PRESERVES) || isTrue(head.value(), ...PRESERVES))
    return false;
  if (NOT_UPDATING.has(textAt(head.value(), "spec", "syncPolicy", "applicationsSync") ?? "")) return false;
  if (textAt(head.value(), "spec", "templatePatch")?.includes("finalizers") === true) return false;
  const finalizers = valueAt(head.value(), "spec", "template", "metadata", "finalizers");
  return !Array.isArray(finalizers) || finalizers.length === 0;
}

const BY_ARGO = {
  field: [...AUTOMATED, "prune"],
  deletes: "Argo CD deletes what is no longer rendered, also what is left over from before",
};

/** The fields that switch pruning on. Only Argo CD finds in the cluster what it has applied while it did not prune. */
const PRUNING: ReadonlyMap<string, { readonly field: readonly string[]; readonly deletes: string }> = new Map([
  [
    "kustomize.toolkit.fluxcd.io/Kustomization",
    { field: ["prune"], deletes: "Flux deletes what it has applied as soon as it is no longer rendered" },
  ],
  ...APPLICATIONS.map((kind) => [kind, BY_ARGO] as const),
]);
