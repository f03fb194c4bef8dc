/** Changes that the edits of kustomize-controller made are at their lines in the file of the object that asks for them. */
import { describe, expect, test } from "@jest/globals";
import { formatLocation, type Location } from "../../src/diagnostics.ts";
import type { BuiltResource, KustomizationEdits } from "../../src/engine/index.ts";
import { explainBuild, traceBuild } from "../../src/explain/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

const KS = `apiVersion: v1
kind: Namespace
metadata: {name: flux}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: app}
spec:
  targetNamespace: live
  namePrefix: pre-
  images:
  - name: nginx
    newTag: "2"
  components:
  - ../part
  patches:
  - target: {kind: Deployment}
    patch: |
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: any
      spec:
        replicas: 3
        paused: null
  - patch: |-
      - op: add
        path: /metadata/annotations
        value:
          team: shop
      - op: remove
        path: /spec/minReadySeconds
    target: {kind: Deployment}
  - patch: '{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"revisionHistoryLimit": 1}}'
`;

/** The place of a text in the file. */
function placeOf(text: string): Location {
  const index = KS.split("\n").findIndex((line) => line.includes(text));
  return { file: "ks.yaml", line: index + 1, column: (KS.split("\n")[index] as string).indexOf(text) + 1 };
}

/** The texts as YAML gives them. */
const PATCHES = [
  KS.slice(KS.indexOf("apiVersion: apps/v1"), KS.indexOf("  - patch: |-")).replace(/^ {6}/gm, ""),
  KS.slice(KS.indexOf("- op: add"), KS.indexOf("\n    target: {kind: Deployment}")).replace(/^ {6}/gm, ""),
  (/'(\{.*\})'/.exec(KS) as RegExpExecArray)[1] as string,
];
const AT = { file: "ks.yaml", line: 5, column: 1 };
const target = { kind: "Deployment", location: AT };

const EDITS: KustomizationEdits = {
  location: AT,
  namespace: { text: "live", location: placeOf("targetNamespace") },
  namePrefix: { text: "pre-", location: placeOf("namePrefix") },
  images: [{ name: "nginx", newTag: "2", location: placeOf("name: nginx") }],
  components: [{ path: "../part", location: placeOf("../part") }],
  patches: [
    { patch: PATCHES[0] as string, target, location: placeOf("patch: |\n".trimEnd()) },
    { patch: PATCHES[1] as string, target, location: placeOf("patch: |-") },
    { patch: PATCHES[2] as string, location: placeOf("patch: '{") },
  ],
};

/** @param from the files that the edits come from */
const controlled = (from: Readonly<Record<string, string>>) => ({
  edits: EDITS,
  declared: memoryTree(from),
  finish: (resources: readonly BuiltResource[]) => ({ resources, diagnostics: [] }),
});

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  minReadySeconds: 5
  paused: true
  template: {spec: {containers: [{name: c, image: "nginx:1"}]}}
`;
const PART = `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
commonAnnotations: {part: "1"}
`;
const files = { "ks.yaml": KS, "top/sub/web.yaml": DEPLOYMENT, "part/kustomization.yaml": PART };
const own = {
  ...files,
  "top/kustomization.yaml":
    "resources: [sub/web.yaml]\npatches:\n- target: {kind: Deployment}\n  patch: '{kind: Deployment, metadata: {name: x, labels: {a: b}}}'\n",
};

describe.each([
  ["a generated kustomization", files],
  ["a kustomization file", own],
])("of %s", (_, tree) => {
  test.each<[field: string, places: string[]]>([
    ["spec.replicas", ["patches ks.yaml:24:19"]],
    ["spec.paused", ["patches ks.yaml:25:9", "resources top/sub/web.yaml:6:11"]],
    ["metadata.annotations.team", ["patches ks.yaml:30:11"]],
    ["spec.minReadySeconds", ["patches ks.yaml:32:15", "resources top/sub/web.yaml:5:20"]],
    ["spec.revisionHistoryLimit", ["patches ks.yaml:34:12"]],
    ["metadata.namespace", ["namespace ks.yaml:9:3"]],
    ["metadata.name", ["namePrefix ks.yaml:10:3", "resources top/sub/web.yaml:3:18"]],
    ["spec.template.spec.containers[0].image", ["images ks.yaml:13:13", "resources top/sub/web.yaml:7:51"]],
    ["metadata.annotations.part", ["patches ks.yaml:30:11", "commonAnnotations part/kustomization.yaml:3:27"]],
  ])("%s", async (field, places) => {
    const { explainer } = await explainBuild(
      memoryTree(tree),
      "/top",
      { loadRestrictor: "none" },
      [],
      controlled(tree),
    );
    const { changes } = explainer.explain({ kind: "Deployment", group: "", name: "pre-web", namespace: "" }, field);
    expect(changes.map((change) => `${change.step} ${formatLocation(change)}`)).toEqual(places);
  });
});

test("what a component does has the edit among its reasons", async () => {
  const build = await traceBuild(
    memoryTree(files),
    "/top",
    { loadRestrictor: "none" },
    { filesAt: () => [], deployment: controlled(files) },
  );
  const name = { apiVersion: "apps/v1", kind: "Deployment", namespace: "live", name: "pre-web" };
  const places = [...(build.object(name)?.reasonsOfInclusion() ?? [])].map(({ place }) => formatLocation(place));
  expect(places).toContain("ks.yaml:15:5");
});

test("without the file of the object, the places are those of the edits", async () => {
  const { "ks.yaml": _, ...others } = files;
  const { explainer } = await explainBuild(
    memoryTree(others),
    "/top",
    { loadRestrictor: "none" },
    [],
    controlled(others),
  );
  const { changes } = explainer.explain(
    { kind: "Deployment", group: "", name: "pre-web", namespace: "" },
    "spec.replicas",
  );
  expect(changes.map((change) => formatLocation(change))).toEqual(["ks.yaml:18:5"]);
});
