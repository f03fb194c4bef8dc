/** Single changes in targets of several sorts, each with what becomes of its object. */
import type { PlanAction } from "../../../src/review/index.ts";
import type { PlannedTarget } from "./plans.ts";

export const DIRECTORY = "overlays/prod";
export const FLUX = "flux://prod/apps/shop";
const RELEASE = "flux://prod/apps/HelmRelease/shop";
export const ARGO = "argocd://prod/argocd/shop";
const HELM = "helm://prod/shop/web";

export const config = (data: string, name = "settings", more = ""): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${more}}\ndata: {${data}}\n`;
export const deployment = (spec: string, pod = "", more = ""): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web${more}}
spec:
  ${spec}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web:1${pod}}]}
`;
const workload = (kind: string, spec: string, pod = ""): string =>
  deployment(spec, pod).replace("kind: Deployment", `kind: ${kind}`);
const stateful = (spec: string, pod = ""): string => workload("StatefulSet", `serviceName: web\n  ${spec}`, pod);
const job = (image: string, more = "", spec = "ttl: 1"): string => `apiVersion: batch/v1
kind: Job
metadata: {name: migrate${more}}
spec: {${spec}, template: {spec: {restartPolicy: Never, containers: [{name: migrate, image: "${image}"}]}}}
`;
const simple = (apiVersion: string, kind: string, spec: string, more = ""): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web${more}}\nspec: {${spec}}\n`;
const claim = (storage: string, more = ""): string =>
  simple(
    "v1",
    "PersistentVolumeClaim",
    `accessModes: [ReadWriteOnce], resources: {requests: {storage: ${storage}}}${more}`,
  );
const LIMITS = `apiVersion: v1
kind: LimitRange
metadata: {name: small}
spec:
  limits:
  - {type: Container, max: {cpu: 1}}
  - {type: PersistentVolumeClaim, max: {storage: 5Gi}}
`;
const pod = (more: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: web:1${more}}]}\n`;
const cronJob = (image: string): string =>
  simple(
    "batch/v1",
    "CronJob",
    `schedule: "@daily", jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: "${image}"}]}}}}`,
  );
const flux = (name: string, value: string): string => `, annotations: {kustomize.toolkit.fluxcd.io/${name}: ${value}}`;

type Row = readonly [
  title: string,
  target: Omit<PlannedTarget, "base" | "head">,
  base: string | undefined,
  head: string | undefined,
  action: PlanAction | undefined,
];

const DIR = { id: DIRECTORY };
const PRUNED = { id: FLUX, fate: {} };

export const ROWS: readonly Row[] = [
  ["a new object", DIR, "", config("a: b"), "create"],
  ["a new object of a new target", { id: FLUX, fate: {} }, undefined, config("a: b"), "create"],
  ["a new Deployment", DIR, config("a: b"), config("a: b") + "---\n" + deployment("replicas: 2"), "create"],
  ["a value", DIR, config("a: b"), config("a: c"), "update"],
  ["a label", DIR, config("a: b"), config("a: b", "settings", ", labels: {a: b}"), "update"],
  ["replicas", DIR, deployment("replicas: 2"), deployment("replicas: 5"), "update"],
  [
    "a strategy alone",
    DIR,
    deployment("replicas: 2"),
    deployment("replicas: 2\n  strategy: {type: Recreate}"),
    "update",
  ],
  [
    "the version of an API",
    DIR,
    simple("autoscaling/v1", "HorizontalPodAutoscaler", "maxReplicas: 2"),
    simple("autoscaling/v2", "HorizontalPodAutoscaler", "maxReplicas: 2"),
    "update",
  ],
  ["a CronJob", DIR, cronJob("a:1"), cronJob("a:2"), "update"],
  ["a template", DIR, deployment("replicas: 2"), deployment("replicas: 2", ", tty: true"), "restart"],
  [
    "a template with Recreate",
    DIR,
    deployment("strategy: {type: Recreate}"),
    deployment("strategy: {type: Recreate}", ", tty: true"),
    "recreate",
  ],
  ["a template without Pods", DIR, deployment("replicas: 0"), deployment("replicas: 0", ", tty: true"), "update"],
  [
    "a template of what is paused",
    DIR,
    deployment("paused: true"),
    deployment("paused: true", ", tty: true"),
    "update",
  ],
  ["a StatefulSet", DIR, stateful("replicas: 2"), stateful("replicas: 2", ", tty: true"), "restart"],
  [
    "a StatefulSet with OnDelete",
    DIR,
    stateful("updateStrategy: {type: OnDelete}"),
    stateful("updateStrategy: {type: OnDelete}", ", tty: true"),
    "update",
  ],
  [
    "a StatefulSet that keeps all",
    DIR,
    stateful("replicas: 1\n  updateStrategy: {rollingUpdate: {partition: 1}}"),
    stateful("replicas: 1\n  updateStrategy: {rollingUpdate: {partition: 1}}", ", tty: true"),
    "update",
  ],
  [
    "a DaemonSet",
    DIR,
    workload("DaemonSet", "minReadySeconds: 1"),
    workload("DaemonSet", "minReadySeconds: 1", ", tty: true"),
    "restart",
  ],
  [
    "a selector",
    DIR,
    deployment("replicas: 2"),
    deployment("replicas: 2").replaceAll("app: web", "app: shop"),
    "refuse",
  ],
  [
    "claim templates of a StatefulSet",
    DIR,
    stateful("volumeClaimTemplates: []"),
    stateful("volumeClaimTemplates: [{metadata: {name: data}}]"),
    "refuse",
  ],
  [
    "a service name",
    DIR,
    stateful("replicas: 1"),
    stateful("replicas: 1").replace("serviceName: web", "serviceName: db"),
    "refuse",
  ],
  ["a Job", DIR, job("a:1"), job("a:2"), "refuse"],
  [
    "a Job that goes by itself",
    DIR,
    job("a:1", "", "ttlSecondsAfterFinished: 60"),
    job("a:2", "", "ttlSecondsAfterFinished: 60"),
    "update",
  ],
  [
    "a Job that Argo CD replaces",
    { id: ARGO, fate: {} },
    job("a:1", ", annotations: {argocd.argoproj.io/sync-options: Force=true}"),
    job("a:2", ", annotations: {argocd.argoproj.io/sync-options: Force=true}"),
    "recreate",
  ],
  [
    "a Job that Flux replaces",
    PRUNED,
    job("a:1", flux("force", "enabled")),
    job("a:2", flux("force", "enabled")),
    "recreate",
  ],
  ["a Job of a Kustomization that forces", { id: FLUX, fate: { forces: true } }, job("a:1"), job("a:2"), "recreate"],
  [
    "a selector of a Kustomization that forces",
    { id: FLUX, fate: { forces: true } },
    deployment("replicas: 2"),
    deployment("replicas: 2").replaceAll("app: web", "app: shop"),
    "recreate",
  ],
  ["a smaller claim", DIR, claim("2Gi"), claim("1Gi"), "refuse"],
  [
    "a claim above what a LimitRange allows",
    DIR,
    `${LIMITS}---\n${claim("1Gi")}`,
    `${LIMITS}---\n${claim("9Gi")}`,
    "refuse",
  ],
  [
    "a new Pod above what a LimitRange allows",
    DIR,
    LIMITS,
    `${LIMITS}---\n${pod(", resources: {limits: {cpu: 9}}")}`,
    "refuse",
  ],
  [
    "a template whose Pods a LimitRange refuses",
    DIR,
    `${LIMITS}---\n${deployment("replicas: 2")}`,
    `${LIMITS}---\n${deployment("replicas: 2", ", resources: {limits: {cpu: 9}}")}`,
    "restart",
  ],
  ["a larger claim", DIR, claim("1Gi"), claim("2Gi"), "update"],
  [
    "another storage class",
    DIR,
    claim("1Gi", ", storageClassName: slow"),
    claim("1Gi", ", storageClassName: fast"),
    "refuse",
  ],
  ["an immutable ConfigMap", DIR, `${config("a: b")}immutable: true\n`, `${config("a: c")}immutable: true\n`, "refuse"],
  [
    "a request above its limit",
    DIR,
    deployment("replicas: 1", ", resources: {requests: {cpu: 1}, limits: {cpu: 2}}"),
    deployment("replicas: 1", ", resources: {requests: {cpu: 3}, limits: {cpu: 2}}"),
    "refuse",
  ],
  [
    "a new Deployment that asks for more than its limit",
    DIR,
    "",
    deployment("replicas: 1", ", resources: {requests: {cpu: 3}, limits: {cpu: 2}}"),
    "refuse",
  ],
  [
    "a role of a binding",
    DIR,
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: a}\nroleRef: {kind: Role, name: a}\n",
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: a}\nroleRef: {kind: Role, name: b}\n",
    "refuse",
  ],
  [
    "a selector that may stay the same, with variables",
    DIR,
    deployment("replicas: 1"),
    deployment("replicas: 1").replaceAll("app: web", 'app: "${APP}"'),
    "update",
  ],
  ["a generated name", DIR, config("a: b", "settings-2bf5mmmmmk"), config("a: c", "settings-7kk2mmmmmb"), "rename"],
  [
    "another namespace",
    DIR,
    config("a: b", "a", ", namespace: one"),
    config("a: b", "a", ", namespace: two"),
    "rename",
  ],
  ["a namespace that is told", DIR, config("a: b", "a"), config("a: b", "a", ", namespace: two"), "update"],
  [
    "an object that goes from a directory",
    DIR,
    config("a: b") + "---\n" + config("a: b", "old"),
    config("a: b"),
    "drop",
  ],
  ["an object that Flux prunes", PRUNED, config("a: b") + "---\n" + config("a: b", "old"), config("a: b"), "delete"],
  [
    "a Kustomization that does not prune",
    { id: FLUX, fate: { keeps: "no-prune" } },
    config("a: b") + "---\n" + config("a: b", "old"),
    config("a: b"),
    "keep",
  ],
  [
    "an object that Flux does not prune",
    PRUNED,
    config("a: b") + "---\n" + config("a: b", "old", flux("prune", "disabled")),
    config("a: b"),
    "keep",
  ],
  [
    "an object that goes and that Flux leaves alone",
    PRUNED,
    config("a: b") + "---\n" + config("a: b", "old", flux("reconcile", "disabled")),
    config("a: b"),
    "keep",
  ],
  [
    "an object that Flux leaves alone",
    PRUNED,
    config("a: b", "a", flux("reconcile", "disabled")),
    config("a: c", "a", flux("reconcile", "disabled")),
    "skip",
  ],
  [
    "an object that the cluster has as one to leave alone",
    PRUNED,
    config("a: b", "a", flux("reconcile", "disabled")),
    config("a: b", "a"),
    "skip",
  ],
  ["a new object that Flux leaves alone", PRUNED, "", config("a: b", "a", flux("reconcile", "Disabled")), "skip"],
  [
    "an object that Flux ignores",
    PRUNED,
    config("a: b", "a", flux("ssa", "Ignore")),
    config("a: c", "a", flux("ssa", "Ignore")),
    "skip",
  ],
  [
    "an object that Flux only creates",
    PRUNED,
    config("a: b", "a", flux("ssa", "IfNotPresent")),
    config("a: c", "a", flux("ssa", "IfNotPresent")),
    "skip",
  ],
  ["a new object that Flux only creates", PRUNED, "", config("a: b", "a", flux("ssa", "IfNotPresent")), "create"],
  [
    "an object that Flux merges",
    PRUNED,
    config("a: b", "a", flux("ssa", "Merge")),
    config("a: c", "a", flux("ssa", "Merge")),
    "update",
  ],
  [
    "a Deployment that Flux leaves alone",
    PRUNED,
    deployment("replicas: 1", "", flux("reconcile", "disabled")),
    deployment("replicas: 1", ", tty: true", flux("reconcile", "disabled")),
    "skip",
  ],
  [
    "an Application that does not prune",
    { id: ARGO, fate: { keeps: "not-pruned" } },
    config("a: b") + "---\n" + config("a: b", "old"),
    config("a: b"),
    "keep",
  ],
  [
    "an Application that prunes",
    { id: ARGO, fate: {} },
    config("a: b") + "---\n" + config("a: b", "old"),
    config("a: b"),
    "delete",
  ],
  ["an Application that goes", { id: ARGO, fate: {} }, config("a: b"), undefined, "delete"],
  [
    "an Application that goes without a finalizer",
    { id: ARGO, fate: { keeps: "no-finalizer" } },
    config("a: b"),
    undefined,
    "keep",
  ],
  [
    "an object of Prune=false",
    { id: ARGO, fate: {}, release: { application: { pruned: "prune-false" } } },
    config("a: b") + "---\n" + config("a: b", "old"),
    config("a: b"),
    "keep",
  ],
  [
    "an object of a release",
    { id: RELEASE, fate: {}, release: {} },
    config("a: b") + "---\n" + config("a: b", "old"),
    config("a: b"),
    "delete",
  ],
  [
    "an object of a release that stays",
    { id: RELEASE, fate: {}, release: {} },
    config("a: b") + "---\n" + config("a: b", "old", ", annotations: {helm.sh/resource-policy: keep}"),
    config("a: b"),
    "keep",
  ],
  [
    "a hook",
    { id: RELEASE, fate: {}, release: {} },
    job("a:1", ", annotations: {helm.sh/hook: pre-upgrade}"),
    job("a:2", ", annotations: {helm.sh/hook: pre-upgrade}"),
    "hook",
  ],
  [
    "a definition that is not updated",
    { id: RELEASE, fate: {}, release: { definition: { install: "Create", upgrade: "Skip" } } },
    config("a: b"),
    config("a: c"),
    "skip",
  ],
  [
    "an object that helm upgrade takes away",
    { id: HELM, fate: {}, release: {} },
    config("a: b") + "---\n" + config("a: b", "old"),
    config("a: b"),
    "delete",
  ],
  ["a release that nobody lists any more", { id: HELM, release: {} }, config("a: b"), undefined, "drop"],
];
