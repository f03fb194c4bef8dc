import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { overviewOf } from "../../../src/report/overview.ts";
import { planSentence } from "../../../src/report/words/plan-words.ts";
import { rolloutSentences } from "../../../src/report/words/pod-words.ts";
import { effectsOf, reportOf, rowsOf, workload } from "./workloads.ts";

const TTY = "tty: true";

type Shape = NonNullable<Parameters<typeof workload>[0]>;

describe("a workload whose template changes", () => {
  test.each<{ what: string; shape: Shape; effect?: string; words?: string; beside?: string }>([
    { what: "one Pod without replicas", shape: {}, effect: "restarted Deployment web 1", words: "restarts its Pod" },
    {
      what: "three Pods",
      shape: of("replicas: 3"),
      effect: "restarted Deployment web 3",
      words: "restarts its 3 Pods",
    },
    { what: "no Pods", shape: of("replicas: 0") },
    {
      what: "replicas that something fills in",
      shape: of('replicas: "${N}"'),
      effect: "restarted Deployment web ?",
      words: "restarts its Pods",
    },
    {
      what: "an autoscaler",
      shape: {},
      effect: "restarted Deployment web ?",
      words: "restarts its Pods",
      beside: scaler("Deployment"),
    },
    {
      what: "the autoscaler of another object",
      shape: {},
      effect: "restarted Deployment web 1",
      words: "restarts its Pod",
      beside: scaler("StatefulSet"),
    },
    {
      what: "Recreate",
      shape: of("strategy: {type: Recreate}"),
      effect: "recreated Deployment web 1",
      words: "stops its Pod before a new one starts",
    },
    {
      what: "a pause",
      shape: of("paused: true"),
      effect: "paused Deployment web 1",
      words: "its Pods do not change as long as paused is set",
    },
    {
      what: "a StatefulSet",
      shape: { ...of("replicas: 2"), kind: "StatefulSet" },
      effect: "restarted StatefulSet web 2",
      words: "restarts its 2 Pods",
    },
    {
      what: "a StatefulSet that keeps some",
      shape: { ...of("replicas: 5", partition(3)), kind: "StatefulSet" },
      effect: "restarted StatefulSet web 2",
      words: "restarts its 2 Pods",
    },
    {
      what: "a StatefulSet that counts from 1 and keeps some",
      shape: { ...of("replicas: 5", "ordinals: {start: 1}", partition(3)), kind: "StatefulSet" },
      effect: "restarted StatefulSet web 3",
      words: "restarts its 3 Pods",
    },
    { what: "a StatefulSet that keeps all", shape: { ...of("replicas: 2", partition(2)), kind: "StatefulSet" } },
    {
      what: "a StatefulSet with OnDelete",
      shape: { ...of("updateStrategy: {type: OnDelete}"), kind: "StatefulSet" },
      effect: "on-delete StatefulSet web 1",
      words: "its Pods change only when they are deleted",
    },
    {
      what: "a DaemonSet",
      shape: { kind: "DaemonSet" },
      effect: "restarted DaemonSet web ?",
      words: "restarts its Pods",
    },
    {
      what: "a DaemonSet with OnDelete",
      shape: { ...of("updateStrategy: {type: OnDelete}"), kind: "DaemonSet" },
      effect: "on-delete DaemonSet web ?",
      words: "its Pods change only when they are deleted",
    },
    { what: "a ReplicaSet, whose Pods stay", shape: { kind: "ReplicaSet" } },
    { what: "a Job, which refuses it", shape: { kind: "Job", apiVersion: "batch/v1" } },
    { what: "a kind that nobody knows", shape: { apiVersion: "example.com/v1" } },
  ])("$what", ({ shape, effect, words, beside }) => {
    const sides = [workload(shape), workload({ ...shape, container: TTY })];
    const [base = "", head = ""] = sides.map((yaml) => [yaml, ...(beside === undefined ? [] : [beside])].join("---\n"));
    const report = reportOf([base, head]);
    expect(effectsOf(report)).toEqual(effect === undefined ? [] : [`web: ${effect} in t0`]);
    const row = `${shape.kind ?? "Deployment"} web: containers[web].tty true added`;
    expect(rowsOf(report)).toEqual([words === undefined ? row : `${row}; ${words}`]);
  });

  test.each([
    ["more", 2, 5],
    ["fewer", 5, 2],
  ])("%s Pods afterwards: those count that run before and after", (_what, before, after) => {
    const report = reportOf([
      workload(of(`replicas: ${before}`)),
      workload({ ...of(`replicas: ${after}`), container: TTY }),
    ]);
    expect(effectsOf(report)).toEqual(["web: restarted Deployment web 2 in t0"]);
  });

  function of(...spec: readonly string[]): Shape {
    return { spec };
  }

  function partition(ordinal: number): string {
    return `updateStrategy: {rollingUpdate: {partition: ${ordinal}}}`;
  }

  function scaler(kind: string): string {
    return `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: scaler}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: ${kind}, name: web}}
`;
  }
});

describe("a change that restarts nothing", () => {
  test.each<[what: string, base: Shape, head: Shape]>([
    ["replicas", {}, { spec: ["replicas: 3"] }],
    ["a label of the object", {}, { metadata: "labels: {team: a}" }],
    ["a strategy", {}, { spec: ["strategy: {type: Recreate}"] }],
    ["a default that is written", {}, { container: "imagePullPolicy: IfNotPresent" }],
    [
      "a quantity that is written otherwise",
      { container: 'resources: {limits: {cpu: "1"}}' },
      { container: "resources: {limits: {cpu: 1000m}}" },
    ],
    ["null", {}, { template: "creationTimestamp: null" }],
    ["what a new Pod has to wait for", {}, { spec: ["minReadySeconds: 3"] }],
  ])("%s", (_what, base, head) => {
    expect(effectsOf(reportOf([workload(base), workload(head)]))).toEqual([]);
  });

  test("an update that the API server refuses", () => {
    const head = workload({ container: TTY }).replace("matchLabels: {app: web}", "matchLabels: {app: site}");
    expect(effectsOf(reportOf([workload(), head]))).toEqual([]);
  });

  test("objects of other names", () => {
    expect(effectsOf(reportOf([workload(), workload({ name: "site", container: TTY })]))).toEqual([]);
  });

  test("objects of one side", () => {
    expect(effectsOf(reportOf([workload(), ""], ["", workload()]))).toEqual([]);
  });
});

describe("the words", () => {
  test("an edit outside of the template restarts nothing, although another edit does", () => {
    const report = reportOf([
      workload(),
      workload({ spec: ["minReadySeconds: 3"], container: TTY, metadata: "labels: {a: b}" }),
    ]);
    expect(rowsOf(report)).toEqual([
      "Deployment web: containers[web].tty true added, minReadySeconds 3 added; restarts its Pod",
      "Deployment web: metadata.labels.a b added",
    ]);
  });

  test("one change of several targets", () => {
    const [base, head] = [workload({ spec: ["replicas: 2"] }), workload({ spec: ["replicas: 2"], container: TTY })];
    const report = reportOf([base, head], [base, head], [base, head]);
    expect(effectsOf(report)).toEqual(["web: restarted Deployment web 2 in t0,t1,t2"]);
    expect(rowsOf(report)).toEqual(["Deployment web: containers[web].tty true added; restarts 3 Deployments (6 Pods)"]);
    expect(planSentence(overviewOf(report))).toBe("On apply: 3 rolling restarts (6 Pods)");
  });

  test("one edit of several objects", () => {
    const of = (container?: string): string =>
      ["Deployment", "StatefulSet", "DaemonSet"]
        .map((kind) => workload({ kind, name: kind.toLowerCase(), ...(container && { container }) }))
        .join("---\n");
    const report = reportOf([of(), of(TTY)]);
    expect(rowsOf(report)).toEqual([
      "Deployment deployment, StatefulSet statefulset, DaemonSet daemonset: containers[web].tty true added; restarts their Pods",
    ]);
    expect(planSentence(overviewOf(report))).toBe("On apply: 3 rolling restarts (at least 2 Pods)");
  });

  test("what does not restart by itself, and what stops first", () => {
    const side = (container: string): string =>
      [
        workload({ container }),
        workload({ name: "one", container, spec: ["strategy: {type: Recreate}"] }),
        workload({ name: "still", container, spec: ["paused: true"] }),
        workload({ name: "db", kind: "StatefulSet", container, spec: ["updateStrategy: {type: OnDelete}"] }),
      ].join("---\n");
    const report = reportOf([side("tty: false"), side(TTY)]);
    expect(planSentence(overviewOf(report))).toBe(
      "On apply: 2 updated in place, 1 rolling restart (1 Pod), 1 recreated (1 Pod)",
    );
    expect(rolloutSentences(overviewOf(report))).toEqual([
      "The Pods of 1 StatefulSet (1 Pod) change only when they are deleted",
      "The Pods of 1 Deployment (1 Pod) do not change as long as paused is set",
    ]);
  });

  test("nothing that restarts", () => {
    const overview = overviewOf(reportOf([workload(), workload({ spec: ["replicas: 3"] })]));
    expect(rolloutSentences(overview)).toEqual([]);
    expect(planSentence(overview)).toBe("On apply: 1 updated in place");
  });

  test("a template that changes by what is folded", () => {
    const of = (digest: string): string => workload({ template: `annotations: {checksum/config: ${digest}}` });
    const report = reportOf([of("5f3c9a01d2b7"), of("88aa01c3d4e5")]);
    expect(rowsOf(report)).toEqual([
      "Deployment web: template.metadata.annotations.checksum/config 5f3c9a01d2b7 → 88aa01c3d4e5; restarts its Pod",
    ]);
    expect(planSentence(overviewOf(report))).toBe("On apply: 1 rolling restart (1 Pod)");
  });
});

describe("generated names", () => {
  const config = (hash: string, value: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings-${hash}}\ndata: {LEVEL: ${value}}\n`;
  const reading = (hash: string, shape: Shape = {}): string =>
    workload({ ...shape, container: `envFrom: [{configMapRef: {name: settings-${hash}}}]` });
  const cron = (hash: string): string => `apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec:
  schedule: "0 3 * * *"
  jobTemplate: {spec: {template: {spec: {containers: [{name: a, image: "a:1", envFrom: [{configMapRef: {name: settings-${hash}}}]}]}}}}
`;
  const [OLD, NEW] = ["7m8cd25km5", "d2b2dhfc6f"];

  test("the objects that read it restart because of it, and others only refer to it", () => {
    const side = (hash: string, value: string): string =>
      [config(hash, value), reading(hash, { spec: ["replicas: 3"] }), cron(hash)].join("---\n");
    const report = reportOf([side(OLD, "info"), side(NEW, "debug")]);
    expect(effectsOf(report)).toEqual([
      "settings: restarted Deployment web 3 in t0",
      "web: restarted Deployment web 3 in t0",
    ]);
    expect(rowsOf(report)[0]).toBe(
      "ConfigMap settings: data.LEVEL info → debug; restarts Deployment web (3 Pods); referred to by CronJob nightly",
    );
    expect(planSentence(overviewOf(report))).toBe(
      "On apply: 1 updated in place, 1 rolling restart (3 Pods), 1 created under a new name",
    );
  });

  test("Recreate", () => {
    const side = (hash: string, value: string): string =>
      [config(hash, value), reading(hash, { spec: ["strategy: {type: Recreate}"] })].join("---\n");
    expect(rowsOf(reportOf([side(OLD, "info"), side(NEW, "debug")]))[0]).toBe(
      "ConfigMap settings: data.LEVEL info → debug; stops all Pods of Deployment web (1 Pod) before new ones start",
    );
  });
});

describe("any edit", () => {
  const place = fc.constantFrom("template", "container", "pod", "metadata", "spec");
  const TEXTS: Readonly<Record<string, string>> = {
    template: "annotations: {kubectl.kubernetes.io/restartedAt: now}",
    container: "args: [--new]",
    pod: "priorityClassName: high",
    metadata: "annotations: {a: b}",
    spec: "revisionHistoryLimit: 3",
  };

  test("restarts the Pods if it is in the template, and only then", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(place, { minLength: 1 }),
        fc.constantFrom("Deployment", "StatefulSet", "DaemonSet"),
        fc.boolean(),
        (places, kind, isReversed) => {
          const sides = [
            workload({ kind }),
            workload({
              kind,
              ...Object.fromEntries(places.map((at) => [at, at === "spec" ? [TEXTS[at]] : TEXTS[at]])),
            }),
          ];
          const report = reportOf((isReversed ? sides.toReversed() : sides) as [string, string]);
          const isInTemplate = places.some((at) => ["template", "container", "pod"].includes(at));
          expect(report.podEffects.map(({ effect }) => effect)).toEqual(isInTemplate ? ["restarted"] : []);
          expect(rowsOf(report).some((row) => row.includes("restarts"))).toBe(isInTemplate);
        },
      ),
    );
  });
});
