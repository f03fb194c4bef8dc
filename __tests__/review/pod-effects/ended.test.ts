/** Pods that go with a deleted object, and finalizers that hold its deletion back. */
import { describe, expect, test } from "@jest/globals";
import type { Fate } from "../../../src/render/index.ts";
import { overviewOf } from "../../../src/report/overview.ts";
import { planSentence } from "../../../src/report/words/plan-words.ts";
import { joinReviews, parsePartial, parseReport, type Report } from "../../../src/review/index.ts";
import { type PlannedTarget, partialReview, planReport } from "../plan/plans.ts";
import { effectsOf, rowsOf, workload } from "./workloads.ts";

type Shape = NonNullable<Parameters<typeof workload>[0]>;
/** What JSON.parse returns: tests break it in any way. */
type Json = ReturnType<typeof JSON.parse>;

const FLUX = "flux://prod/apps/web";
const OTHER = "flux://staging/apps/web";
const KEPT = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kept}\n";
const withKept = (...objects: readonly string[]): string => [KEPT, ...objects].join("---\n");
const scaler = (kind: string): string =>
  `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {scaleTargetRef: {kind: ${kind}, name: web}}\n`;
const queue = (name: string, finalizers: string): string =>
  `apiVersion: example.com/v1\nkind: Queue\nmetadata: {name: ${name}, finalizers: [${finalizers}]}\n`;

/** The target loses the objects, and keeps another one. */
function losing(objects: readonly string[], about: Partial<PlannedTarget> = {}): PlannedTarget {
  return { id: FLUX, fate: {}, base: withKept(...objects), head: KEPT, ...about };
}

describe("a workload that is deleted", () => {
  test.each<[what: string, shape: Shape, effect: string | undefined, words: string, beside?: string]>([
    ["one Pod without replicas", {}, "Deployment web 1", "ends its Pod"],
    ["three Pods", of("replicas: 3"), "Deployment web 3", "ends its 3 Pods"],
    ["no Pods", of("replicas: 0"), undefined, ""],
    ["a paused Deployment", of("replicas: 3", "paused: true"), "Deployment web 3", "ends its 3 Pods"],
    ["replicas that something fills in", of('replicas: "${N}"'), "Deployment web ?", "ends its Pods"],
    ["an autoscaler", of("replicas: 3"), "Deployment web ?", "ends its Pods", scaler("Deployment")],
    ["the autoscaler of another object", of("replicas: 3"), "Deployment web 3", "ends its 3 Pods", scaler("Rollout")],
    ["a StatefulSet", { ...of("replicas: 2"), kind: "StatefulSet" }, "StatefulSet web 2", "ends its 2 Pods"],
    ["a DaemonSet", { kind: "DaemonSet" }, "DaemonSet web ?", "ends its Pods"],
    ["a ReplicaSet", { ...of("replicas: 2"), kind: "ReplicaSet" }, "ReplicaSet web 2", "ends its 2 Pods"],
    [
      "an API that is gone",
      { ...of("replicas: 2"), apiVersion: "extensions/v1beta1" },
      "Deployment web 2",
      "ends its 2 Pods",
    ],
    ["a Job", { kind: "Job", apiVersion: "batch/v1" }, "Job web ?", "ends its Pods that still run"],
    ["a CronJob", { kind: "CronJob", apiVersion: "batch/v1" }, "CronJob web ?", "ends its Pods that still run"],
    [
      "a Rollout",
      { ...of("replicas: 4"), kind: "Rollout", apiVersion: "argoproj.io/v1alpha1" },
      "Rollout web 4",
      "ends its 4 Pods",
    ],
    [
      "a DeploymentConfig without replicas",
      { kind: "DeploymentConfig", apiVersion: "apps.openshift.io/v1" },
      "DeploymentConfig web ?",
      "ends its Pods",
    ],
    [
      "a ReplicationController",
      { ...of("replicas: 2"), kind: "ReplicationController", apiVersion: "v1" },
      "ReplicationController web 2",
      "ends its 2 Pods",
    ],
    ["a kind of somebody else", { ...of("replicas: 2"), apiVersion: "example.com/v1" }, undefined, ""],
    [
      "a finalizer that leaves its Pods",
      { ...of("replicas: 2"), metadata: "finalizers: [orphan]" },
      undefined,
      "its deletion waits until a controller removes its finalizer orphan",
    ],
  ])("%s", (_what, shape, effect, words, beside = "") => {
    const report = planReport([losing([workload(shape), ...(beside === "" ? [] : [beside])])]);
    expect(effectsOf(report)).toEqual(effect === undefined ? [] : [`web: ended ${effect} in ${FLUX}`]);
    expect(wordsOf(report, `${shape.kind ?? "Deployment"} web`)).toBe(words);
  });

  test.each<[what: string, target: Partial<PlannedTarget> & { readonly hasNoFate?: true }]>([
    ["nobody knows who applies it", { id: "overlays/prod", fate: {} }],
    ["nothing is known of its controller", { hasNoFate: true }],
    ["its controller does not prune", { fate: { keeps: "no-prune" } }],
    ["what is deleted leaves its Pods", { fate: { orphans: true } satisfies Fate }],
    ["Argo CD leaves it", { id: "argocd://prod/argocd/web", release: { application: { pruned: "prune-false" } } }],
    ["it stays", { head: withKept(workload()) }],
  ])("says nothing where %s", (_what, { hasNoFate, ...about }) => {
    const { fate, ...target } = losing([workload()], about);
    const report = planReport([hasNoFate || fate === undefined ? target : { ...target, fate }]);
    expect(effectsOf(report)).toEqual([]);
    expect(rowsOf(report).join()).not.toContain("ends");
  });
});

describe("several of them", () => {
  test.each<[what: string, targets: readonly PlannedTarget[], rows: readonly string[], plan: string]>([
    [
      "one object in two clusters",
      [losing([workload(of("replicas: 3"))]), losing([workload(of("replicas: 3"))], { id: OTHER })],
      ["Deployment web: ends 6 Pods"],
      "On apply: 2 deleted (6 Pods)",
    ],
    [
      "a DaemonSet in two clusters",
      [losing([workload({ kind: "DaemonSet" })]), losing([workload({ kind: "DaemonSet" })], { id: OTHER })],
      ["DaemonSet web: ends the Pods of 2 DaemonSets"],
      "On apply: 2 deleted",
    ],
    [
      "an object that one of the clusters keeps",
      [
        losing([workload(of("replicas: 3"))]),
        losing([workload(of("replicas: 3"))], { id: OTHER, fate: { keeps: "no-prune" } }),
      ],
      ["Deployment web: ends 3 Pods"],
      "On apply: 1 deleted (3 Pods), 1 no longer rendered, but kept",
    ],
    [
      "a whole target",
      [
        {
          id: FLUX,
          fate: {},
          base: withKept(workload(of("replicas: 3")), workload({ kind: "DaemonSet" }), queue("q", "a.io/x")),
          head: undefined,
        },
      ],
      [
        "Kustomization apps/web: 4 objects: DaemonSet web, Deployment web, Queue q, ConfigMap kept; at least 3 Pods end with it; the deletion of 1 of them waits until a controller removes its finalizer a.io/x",
      ],
      "On apply: 4 deleted (at least 3 Pods)",
    ],
  ])("%s", (_what, targets, rows, plan) => {
    const report = planReport(targets);
    expect(rowsOf(report)).toEqual(rows);
    expect(planSentence(overviewOf(report))).toBe(plan);
  });

  test("an object that another target applies from now on ends nothing", () => {
    const own = workload(of("replicas: 3"));
    const report = planReport([
      losing([own]),
      { id: "flux://prod/apps/new", fate: {}, base: KEPT, head: withKept(own) },
    ]);
    expect(report.podEffects).toEqual([]);
  });
});

describe("finalizers", () => {
  const X = "example.com/clean";
  test.each<[what: string, targets: readonly PlannedTarget[], words: string]>([
    ["one", [losing([queue("a", X)])], `its deletion waits until a controller removes its finalizer ${X}`],
    [
      "three",
      [losing([queue("a", `${X}, b.io/b, c.io/c`)])],
      `its deletion waits until controllers remove its finalizers ${X}, b.io/b and 1 more`,
    ],
    [
      "four objects in one row",
      [losing(["a", "b", "c", "d"].map((name) => queue(name, X)))],
      `their deletion waits until a controller removes their finalizer ${X}`,
    ],
    [
      "two of four objects",
      [losing([queue("a", X), queue("b", "b.io/b"), queue("c", ""), queue("d", "")])],
      `the deletion of 2 of them waits until controllers remove their finalizers ${X}, b.io/b`,
    ],
    [
      "a name that is withheld",
      [losing([withheld(queue("a", `${X}, b.io/b`), "/metadata/finalizers/0")])],
      "its deletion waits until a controller removes its finalizer b.io/b",
    ],
    ["an empty list", [losing([queue("a", "")])], ""],
    ["what is no text", [losing([queue("a", "{a: b}")])], ""],
    ["a target that nobody is known to apply", [losing([queue("a", X)], { id: "overlays/prod" })], ""],
    [
      "a target that keeps it",
      [losing([queue("a", X)], { fate: { keeps: "orphan" } })],
      "Flux leaves it in the cluster, because of deletionPolicy: Orphan",
    ],
    [
      "the finalizer of an Application",
      [losing([application("resources-finalizer.argocd.argoproj.io/background")])],
      "",
    ],
    [
      "another one of an Application",
      [losing([application("post-delete-finalizer.argocd.argoproj.io")])],
      "its deletion waits until a controller removes its finalizer post-delete-finalizer.argocd.argoproj.io",
    ],
  ])("%s", (_what, targets, words) => {
    const [row = ""] = rowsOf(planReport(targets));
    expect(row.slice(row.indexOf(": ") + 2)).toBe(words);
  });
});

test("several runs tell the same as one", () => {
  const [own, gone] = [workload(of("replicas: 3")), workload({ ...of("replicas: 2"), name: "api" })];
  const targets = [losing([own, gone]), { id: "flux://prod/apps/new", fate: {}, base: KEPT, head: withKept(own) }];
  const whole = planReport(targets);
  expect(effectsOf(whole)).toEqual([`api: ended Deployment api 2 in ${FLUX}`]);
  const partials = targets.map((target) => partialReview([target]));
  expect(joinReviews(partials.map((each) => parsePartial(Buffer.from(JSON.stringify(each)))))).toEqual(whole);
});

describe("a report of others", () => {
  const report = planReport([
    losing([workload(of("replicas: 3")), queue("a", "a.io/x")], { head: `${KEPT}data: {a: b}\n` }),
  ]);

  test.each<[what: string, edit: (data: Json) => void, problem: string]>([
    [
      "Pods end with an object that stays",
      ({ podEffects, changes }) =>
        (podEffects[0].change = changes.find(({ op }: { op: string }) => op !== "removed").id),
      "podEffects[0] is not that of a workload that is removed",
    ],
    [
      "Pods of another workload end",
      ({ podEffects }) => (podEffects[0].workloads[0].name = "api"),
      "podEffects[0] is not that of a workload that is removed",
    ],
    [
      "the target keeps its objects",
      ({ targets }) => (targets[0].fate.keeps = "no-prune"),
      "podEffects[0].targets name a target that does not delete the workload",
    ],
    [
      "two numbers of Pods end",
      ({ podEffects }) =>
        podEffects.push({ ...podEffects[0], workloads: [{ ...podEffects[0].workloads[0], pods: 4 }] }),
      "podEffects[1].targets name a target of another effect of its change",
    ],
    [
      "an object that stays has finalizers",
      ({ changes }) => (changes.find(({ op }: { op: string }) => op !== "removed").finalizers = ["a.io/x"]),
      "finalizers are those of an object that is changed",
    ],
  ])("is refused where %s", (_what, edit, problem) => {
    const data = JSON.parse(JSON.stringify(report));
    edit(data);
    expect(() => parseReport(JSON.stringify(data))).toThrow(problem);
  });
});

function of(...spec: readonly string[]): Shape {
  return { spec };
}

function withheld(object: string, path: string): string {
  return object.replace("metadata: {", `metadata: {annotations: {krm-render.dev/redact: ${path}}, `);
}

function application(finalizer: string): string {
  return `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: shop, finalizers: [${finalizer}]}\n`;
}

function wordsOf(report: Report, name: string): string | undefined {
  const row = rowsOf(report).find((each) => each.startsWith(`${name}: `));
  return row?.slice(name.length + 2);
}
