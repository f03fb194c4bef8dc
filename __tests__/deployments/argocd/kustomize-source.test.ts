/** Sources for kustomize, from the Application to the objects. Random ones were compared with Argo CD's own code. */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION } from "../../../src/configuration/index.ts";
import { findDeployments } from "../../../src/deployments/index.ts";
import { KrmError } from "../../../src/diagnostics.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import { application, read } from "./fixtures.ts";

const FILES = {
  "base/kustomization.yaml": "resources: [web.yaml]\n",
  "base/web.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "nginx:1"}, {name: db, image: redis}]}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: web, namespace: lost}
`,
  "prod/kustomization.yaml": `resources: [../base]
images: [{name: nginx, newName: file/nginx, newTag: "2"}]
replicas: [{name: web, count: 2}]
commonAnnotations: {note: file}
`,
  "more/kustomization.yaml":
    "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ncommonAnnotations: {more: x}\n",
  "prod/patch.yaml": "- {op: add, path: /metadata/annotations/patched, value: file}\n",
};
const OPTIONS = { settings: EMPTY_CONFIGURATION.deployments, own: "o/r", build: {} };

const built = async (kustomize: string) => {
  const text = application(
    `{destination: {name: prod, namespace: shop}, source: {repoURL: "https://x.example/o/r", path: prod, targetRevision: HEAD, kustomize: {${kustomize}}}}`,
  );
  const found = await findDeployments(memoryTree({ ...FILES, "argocd/web.yaml": text }), OPTIONS);
  const id = "argocd://prod/argocd/web";
  const all = await found.builder({}).build(id, { builds: 1, timeoutSeconds: undefined, recorded: undefined });
  return { found, yaml: (all?.resources ?? []).map(({ yaml }) => yaml).join("---\n") };
};

describe("docs/specification/argocd-sources.md 2", () => {
  test.each([
    ["", ["namespace: shop", "image: file/nginx:2", "replicas: 2", "note: file"]],
    ["namePrefix: a-, nameSuffix: -z, namespace: own", ["name: a-web-z", "namespace: own"]],
    ["images: ['nginx=r.test/n:3', 'redis:7']", ["image: r.test/n:3", "image: redis:7"]],
    ["images: ['nginx=*:3']", ["image: file/nginx:3"]],
    [`images: ['nginx=new@sha256:${"a".repeat(64)}']`, [`image: new@sha256:${"a".repeat(64)}`]],
    ["images: ['nginx=n:$ARGOCD_APP_NAME']", ["image: n:web"]],
    ["replicas: [{name: web, count: '5'}]", ["replicas: 5"]],
    ["commonLabels: {team: '$ARGOCD_APP_NAME'}", ["matchLabels:\n      app: web\n      team: web"]],
    ["commonLabels: {team: a}, labelWithoutSelector: true", ["matchLabels:\n      app: web\n  template"]],
    ["commonAnnotations: {own: '$ARGOCD_APP_NAME'}", ["own: $ARGOCD_APP_NAME"]],
    ["commonAnnotations: {own: '$ARGOCD_APP_NAME'}, commonAnnotationsEnvsubst: true", ["own: web"]],
    ["commonAnnotations: {note: new}, forceCommonAnnotations: true", ["note: new"]],
    ["components: [../more, ../gone], ignoreMissingComponents: true", ["more: x"]],
    ["patches: [{path: patch.yaml, target: {kind: Deployment}}]", ["patched: file"]],
    [
      "patches: [{patch: '- {op: add, path: /spec/paused, value: true}', target: {kind: Deployment, name: web}}]",
      ["paused: true"],
    ],
  ])("%s", async (kustomize, parts) => {
    const { yaml } = await built(kustomize);
    for (const part of parts) expect(yaml).toContain(part);
    expect(yaml).not.toContain("lost");
  });

  test.each([
    ["commonAnnotations: {note: new}", "the kustomization file has the annotation note already"],
    ["components: [../gone]", "gone"],
  ])("%s fails", async (kustomize, message) => {
    const thrown = await built(kustomize).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(KrmError);
    expect((thrown as KrmError).diagnostics[0]?.message).toContain(message);
  });

  test.each([
    ["images: [nginx]", "nginx is no image with a new name, tag or digest"],
    ["replicas: [{name: web, count: many}]", "`count` must be a whole number"],
    ["commonLabels: {a: b}, labelIncludeTemplates: true", "`labelIncludeTemplates` needs `labelWithoutSelector`"],
    ["namePrefix: 1", "`namePrefix` must be a text"],
  ])("%s is refused at its place", async (kustomize, message) => {
    const text = application(
      `{destination: {name: prod, namespace: shop}, source: {repoURL: "https://x.example/o/r", path: prod, kustomize: {${kustomize}}}}`,
    );
    const [source] = (await read(memoryTree(FILES), text)).sources;
    expect(source).toMatchObject({ problem: { code: "argocd-invalid", file: "app.yaml", line: 4 } });
    expect(source && "problem" in source && source.problem.message).toContain(message);
  });

  test("the directory is no target of its own, and the kustomization's history is traced", async () => {
    const { found } = await built("namePrefix: a-");
    expect([found.covers("/prod"), found.covers("/base")]).toEqual([true, false]);
    expect(found.pathsOf("argocd://prod/argocd/web")).toEqual(["/prod"]);
    expect(found.builder({}).recipe("argocd://prod/argocd/web")).toMatchObject({ directory: "/prod" });
  });
});
