import { describe, expect, test } from "@jest/globals";
import { effectsOf, reportOf, rowsOf, workload } from "./workloads.ts";

type Shape = NonNullable<Parameters<typeof workload>[0]>;

const config = (data: string, more = ""): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings${more}}\ndata: {${data}}\n`;
const secret = (data: string): string =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: token}\nstringData: {${data}}\n`;

const FROM = "envFrom: [{configMapRef: {name: settings}}]";
const VARIABLE = "env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, key: a}}}]";
const mounted = (volume: string, mount: string): Shape => ({
  container: `volumeMounts: [{name: v, mountPath: /v${mount}}]`,
  pod: `volumes: [{name: v, ${volume}}]`,
});
const VOLUME = "configMap: {name: settings}";
const ITEMS = "configMap: {name: settings, items: [{key: a, path: etc/a.conf}]}";

/** The effects where `before` and `after` are the data of a ConfigMap that a workload reads. */
function effects(shape: Shape, before: string, after: string, more = ""): string[] {
  const sides = [before, after].map((data) => `${config(data, more)}---\n${workload(shape)}`);
  return effectsOf(reportOf(sides as [string, string])).map((line) => line.replace(/^settings: | in t0$/g, ""));
}

const KEPT = "old-values Deployment web 1";
const FILES = "new-files Deployment web 1";

describe("a ConfigMap that changes under its name", () => {
  test.each<[what: string, shape: Shape, effect: string | undefined]>([
    ["all of it as variables", { container: FROM }, KEPT],
    ["all of it as optional variables", { container: FROM.replace("settings}", "settings, optional: true}") }, KEPT],
    ["a variable", { container: VARIABLE }, KEPT],
    ["another variable", { container: VARIABLE.replace("key: a", "key: b") }, undefined],
    ["another ConfigMap", { container: FROM.replace("name: settings", "name: other") }, undefined],
    ["files", mounted(VOLUME, ""), FILES],
    ["files of a projected volume", mounted(`projected: {sources: [{${VOLUME}}]}`, ""), FILES],
    ["the file that changes", mounted(ITEMS, ""), FILES],
    ["another file", mounted(ITEMS.replace("key: a", "key: b"), ""), undefined],
    ["a part of a volume", mounted(VOLUME, ", subPath: a"), KEPT],
    ["another part of a volume", mounted(VOLUME, ", subPath: b"), undefined],
    ["a part by its path", mounted(ITEMS, ", subPath: etc/a.conf"), KEPT],
    ["a directory of a volume", mounted(ITEMS, ", subPath: etc/"), KEPT],
    ["a part whose name a variable fills in", mounted(VOLUME, ", subPathExpr: $(A)"), undefined],
    ["a volume that no container mounts", { pod: `volumes: [{name: v, ${VOLUME}}]` }, undefined],
    ["a variable and files", { ...mounted(VOLUME, ""), container: `${FROM}, ${mounted(VOLUME, "").container}` }, KEPT],
    ["no Pods", { container: FROM, spec: ["replicas: 0"] }, undefined],
    ["a CronJob", { container: FROM, kind: "CronJob", apiVersion: "batch/v1" }, undefined],
    ["Pods that run once", { container: FROM, kind: "Job", apiVersion: "batch/v1" }, undefined],
    [
      "Reloader, for all that it reads",
      { container: FROM, metadata: 'annotations: {reloader.stakater.com/auto: "true"}' },
      "reloaded Deployment web 1",
    ],
    [
      "Reloader, for this one",
      { container: FROM, metadata: "annotations: {configmap.reloader.stakater.com/reload: 'a, settings'}" },
      "reloaded Deployment web 1",
    ],
    [
      "Reloader, for another one",
      { container: FROM, metadata: "annotations: {configmap.reloader.stakater.com/reload: other}" },
      undefined,
    ],
    [
      "Wave, perhaps",
      { container: FROM, metadata: 'annotations: {wave.pusher.com/update-on-config-change: "true"}' },
      undefined,
    ],
  ])("a workload reads %s", (_what, shape, effect) => {
    expect(effects(shape, "a: one, b: same", "a: two, b: same")).toEqual(effect === undefined ? [] : [effect]);
  });

  test("Reloader finds it by its annotation", () => {
    const shape = { container: FROM, metadata: 'annotations: {reloader.stakater.com/search: "true"}' };
    const match = ', annotations: {reloader.stakater.com/match: "true"}';
    expect(effects(shape, "a: one", "a: two", match)).toEqual(["reloaded Deployment web 1"]);
    expect(effects(shape, "a: one", "a: two")).toEqual([]);
  });

  test("its labels change", () => {
    expect(
      effectsOf(
        reportOf(
          [config("a: b"), config("a: b", ", labels: {a: b}")].map(
            (yaml) => `${yaml}---\n${workload({ container: FROM })}`,
          ) as [string, string],
        ),
      ),
    ).toEqual([]);
  });

  test("it is immutable", () => {
    const of = (data: string): string => `${config(data)}immutable: true\n---\n${workload({ container: FROM })}`;
    expect(effectsOf(reportOf([of("a: one"), of("a: two")]))).toEqual([]);
  });

  test("the reader is new, or restarts anyway", () => {
    const side = (data: string, ...shapes: readonly Shape[]): string =>
      [config(data), ...shapes.map((shape) => workload({ container: FROM, ...shape }))].join("---\n");
    const report = reportOf([
      side("a: one", {}, { name: "api" }),
      side("a: two", {}, { name: "api", template: "annotations: {a: b}" }, { name: "new" }),
    ]);
    expect(effectsOf(report)).toEqual([
      "settings: old-values Deployment web 1 in t0",
      "api: restarted Deployment api 1 in t0",
    ]);
  });

  test("the reader is in another namespace", () => {
    expect(effects({ container: FROM, metadata: "namespace: other" }, "a: one", "a: two")).toEqual([]);
  });
});

describe("the words", () => {
  test("of variables, of files, and of Reloader", () => {
    const readers = [
      workload({ container: FROM }),
      workload({ name: "api", kind: "StatefulSet", container: FROM }),
      workload({ name: "proxy", spec: ["replicas: 2"], ...mounted(VOLUME, "") }),
      workload({
        name: "shop",
        spec: ["replicas: 2"],
        container: FROM,
        metadata: 'annotations: {reloader.stakater.com/auto: "true"}',
      }),
    ];
    const side = (value: string): string => [config(`a: ${value}`), ...readers].join("---\n");
    expect(rowsOf(reportOf([side("one"), side("two")]))).toEqual([
      "ConfigMap settings: data.a one → two; Reloader restarts Deployment shop (2 Pods); Pods of Deployment web, StatefulSet api keep the old values until they restart; files in the Pods of Deployment proxy change without a restart",
    ]);
  });

  test("an edit of its labels says nothing of the Pods, although its data changes as well", () => {
    const side = (data: string, more: string): string => `${config(data, more)}---\n${workload({ container: FROM })}`;
    expect(rowsOf(reportOf([side("a: one", ""), side("a: two", ", labels: {a: b}")]))).toEqual([
      "ConfigMap settings: data.a one → two; Pods of Deployment web keep the old values until they restart",
      "ConfigMap settings: metadata.labels.a b added",
    ]);
  });

  test("of a Secret, without its values", () => {
    const side = (value: string): string =>
      `${secret(`key: ${value}`)}---\n${workload({ container: "envFrom: [{secretRef: {name: token}}]" })}`;
    const report = reportOf([side("hunter2"), side("hunter3")]);
    expect(rowsOf(report)).toEqual([
      "Secret token: data.key withheld value changed; Pods of Deployment web keep the old values until they restart",
    ]);
    expect(JSON.stringify(report)).not.toContain("hunter");
  });

  test("a Secret that is written as base64 has the same value", () => {
    const reader = workload({ container: "envFrom: [{secretRef: {name: token}}]" });
    const encoded = "apiVersion: v1\nkind: Secret\nmetadata: {name: token}\ndata: {key: aHVudGVyMg==}\n";
    expect(effectsOf(reportOf([`${secret("key: hunter2")}---\n${reader}`, `${encoded}---\n${reader}`]))).toEqual([]);
  });
});
