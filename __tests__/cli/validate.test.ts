/** `krm-render validate`. docs/specification/schemas.md 4 */
import { afterAll, describe, expect, test } from "@jest/globals";
import { publishedSchema } from "../published-schemas.ts";
import { krmRender, temporaryDirectory } from "./terminal.ts";

const DEFINITION = (version: string, type: string): string =>
  `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: as.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: A, plural: as}
  versions: [{name: ${version}, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: ${type}}}}}}]
`;

/** A definition whose schema is nested in itself as often. */
const NESTED = (times: number): string =>
  DEFINITION("v1", "object").replace("{type: object}", `${"{not: ".repeat(times)}{type: object}${"}".repeat(times)}`);

const FILES = {
  "deep/kustomization.yaml": "resources: [a.yaml]\n",
  "deep/a.yaml": NESTED(250),
  "good/kustomization.yaml": "resources: [a.yaml]\n",
  "good/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b}\n",
  "bad/kustomization.yaml": "namespace: shop\nresources: [a.yaml]\n",
  "bad/a.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringdata: {password: hunter2}\n",
  "old/kustomization.yaml": "resources: [a.yaml]\n",
  "old/a.yaml":
    "apiVersion: flowcontrol.apiserver.k8s.io/v1beta3\nkind: FlowSchema\nmetadata: {name: a}\nspec: {priorityLevelConfiguration: {name: b}}\n",
  "custom/kustomization.yaml": "resources: [a.yaml]\n",
  "custom/a.yaml": "apiVersion: example.com/v1\nkind: A\nmetadata: {name: a}\nspec: text\n",
  "crds/a.yaml": DEFINITION("v1", "integer"),
  "definitions/kustomization.yaml": "resources: [a.yaml]\n",
  "definitions/a.yaml": DEFINITION("v1", "integer"),
  "relations/kustomization.yaml":
    "resources: [a.yaml]\nconfigMapGenerator: [{name: settings, literals: [mode=fast]}]\n",
  "relations/a.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: wbe}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "web:1", env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, key: mod}}}]}
`,
  "broken/kustomization.yaml": "resources: [none.yaml]\n",
};

describe("validate", () => {
  const directory = temporaryDirectory(FILES);
  directory.git("init", "--quiet");
  directory.commit("all");
  afterAll(() => directory.remove());
  const run = (...args: string[]) => krmRender(["validate", ...args], { cwd: directory.path });

  test.each([
    [
      "an object that fits",
      ["good"],
      0,
      "",
      "checked 1 object of 1 target by the rules of Kubernetes 1.37, the newest version that is known (set kubernetes-version for another one): no mistakes\n",
    ],
    [
      "a mistake, without values",
      ["bad"],
      1,
      "bad:\n  bad/a.yaml:1: Secret shop/a: stringdata: unknown field; did you mean `stringData`?\n",
      "checked 1 object of 1 target by the rules of Kubernetes 1.37, the newest version that is known (set kubernetes-version for another one): 1 mistake in 1 object\n",
    ],
    [
      "what is nested too deeply, which does not pass",
      ["deep", "--kubernetes-version", "1.37"],
      1,
      "deep:\n  deep/a.yaml:1: CustomResourceDefinition as.example.com: what is nested deeper than 200 levels is not checked\n",
      "checked 1 object of 1 target by the rules of Kubernetes 1.37: no mistakes in what could be checked\n",
    ],
    [
      "a deprecation",
      ["old", "--kubernetes-version", "1.31"],
      0,
      "old:\n  old/a.yaml:1: FlowSchema a: warning: flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema is deprecated since Kubernetes 1.29; Kubernetes 1.32 serves it no longer (use flowcontrol.apiserver.k8s.io/v1 FlowSchema)\n",
      "checked 1 object of 1 target by the rules of Kubernetes 1.31: no mistakes\n",
    ],
    [
      "what an upgrade breaks",
      ["old", "--kubernetes-version", "1.32"],
      1,
      "old:\n  old/a.yaml:1: FlowSchema a: Kubernetes 1.32 does not serve flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema, which was removed in 1.32 (use flowcontrol.apiserver.k8s.io/v1 FlowSchema)\n",
      "checked 1 object of 1 target by the rules of Kubernetes 1.32: 1 mistake in 1 object\n",
    ],
    [
      "a version that is not known",
      ["good", "--kubernetes-version", "1.99"],
      0,
      "",
      "checked 1 object of 1 target by the rules of Kubernetes 1.37, since nothing is known of 1.99 (known are 1.28 to 1.37): no mistakes\n",
    ],
    [
      "an unknown kind",
      ["custom", "--kubernetes-version", "1.30"],
      0,
      "",
      "checked 0 objects of 1 target by the rules of Kubernetes 1.30: no mistakes\nnot checked, since no CustomResourceDefinition of their kind is known: 1 object: example.com/v1 A (1)\n",
    ],
    [
      "a definition from elsewhere",
      ["custom", "--schema", "crds", "--kubernetes-version", "1.30"],
      1,
      "custom:\n  custom/a.yaml:1: A a: spec: integer expected, not a string\n",
      "checked 1 object of 1 target by the rules of Kubernetes 1.30: 1 mistake in 1 object\n",
    ],
    [
      "what does not fit together",
      ["relations", "--kubernetes-version", "1.30"],
      1,
      `relations:
  relations/a.yaml:1: Deployment web: spec.selector.matchLabels: the selector does not match the labels of the Pods (app): the API server refuses the object
  relations/a.yaml:1: Deployment web: spec.template.spec.containers[0].env[0].valueFrom.configMapKeyRef.key: warning: the Deployment reads the key \`mod\` of ConfigMap settings, which does not have it; it may mean \`mode\`: new Pods do not start
`,
      "checked 2 objects of 1 target by the rules of Kubernetes 1.30: 1 mistake in 1 object\n",
    ],
  ])("tells %s", async (_, args, status, stdout, stderr) => {
    expect(await run(...args)).toEqual({ status, stdout, stderr });
  });

  test("holds a custom resource to the definition in another target", async () => {
    const { status, stdout } = await run("custom", "definitions");
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: "custom:\n  custom/a.yaml:1: A a: spec: integer expected, not a string\n",
    });
  });

  test("fails for a target that cannot be rendered", async () => {
    const { status, stderr } = await run("broken", "good");
    expect(status).toBe(1);
    expect(stderr).toContain("1 target failed, and was not checked\n");
  });

  test("prints an answer that fits its schema", async () => {
    const { status, stdout } = await run(
      "bad",
      "broken",
      "old",
      "custom",
      "relations",
      "--format",
      "json",
      "--kubernetes-version",
      "1.31",
    );
    const answer = JSON.parse(stdout);
    expect(status).toBe(1);
    const fits = publishedSchema("validation");
    fits(answer);
    expect(fits.errors).toBe(null);
    expect(answer).toMatchObject({
      kubernetes: { version: "1.31", wanted: "1.31" },
      checked: 4,
      unchecked: [{ apiVersion: "example.com/v1", kind: "A", objects: 1 }],
    });
  });

  test("holds objects to the policies of the team, to those of their cluster, and to silences", async () => {
    const flux = (name: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec: {interval: 1h, path: ./${name}, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}
`;
    const repository = temporaryDirectory({
      ".krm-render.yaml": `kubernetes-version: "1.30"
policies:
- {id: named, kinds: ConfigMap, message: It has a mode., expression: has(new.data.mode)}
- {id: owned, kinds: ConfigMap, level: low, message: It has an owner., expression: has(new.metadata.labels)}
dangers:
  silence:
  - {rule: unknown-field, names: old, reason: nobody reads it}
`,
      "clusters/prod/flux-system/gotk-sync.yaml": `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 1m, url: "https://example.com/fleet.git", ref: {branch: main}}
---
${flux("flux-system").replace("./flux-system", "./clusters/prod")}`,
      "clusters/prod/apps.yaml": `${flux("apps")}---\n${flux("policies")}`,
      "apps/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\ndata: {a: b}\n",
      "apps/old.yaml":
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: old, namespace: shop, labels: {a: b}}\ndate: {}\ndata: {mode: a}\n",
      "policies/policy.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: names}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]}
  validations: [{expression: "object.metadata.name != 'old'", message: The name is old.}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: names}
spec: {policyName: names, validationActions: [Deny]}
`,
    });
    repository.git("init", "--quiet");
    repository.git("remote", "add", "origin", "https://example.com/fleet.git");
    repository.commit("all");
    const { status, stdout, stderr } = await krmRender(["validate"], { cwd: repository.path });
    repository.remove();
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: `Kustomization flux-system/apps of prod:
  apps/a.yaml:1: ConfigMap shop/a: a policy of the team is broken: It has a mode (policy-named)
  apps/a.yaml:1: ConfigMap shop/a: warning: a policy of the team is broken: It has an owner (policy-owned)
  apps/old.yaml:1: ConfigMap shop/old: the ValidatingAdmissionPolicy names of Kustomization flux-system/policies of prod: The name is old: the API server refuses the object
`,
    });
    expect(stderr).toContain("silenced by the configuration or by annotations, and not told: 1 problem\n");
    expect(stderr).toContain("2 mistakes in 2 objects\n");
  });

  test("takes the version of the repository", async () => {
    const repository = temporaryDirectory({ ...FILES, ".krm-render.yaml": 'kubernetes-version: "1.29.3"\n' });
    repository.git("init", "--quiet");
    repository.commit("all");
    const { stderr } = await krmRender(["validate", "good"], { cwd: repository.path });
    repository.remove();
    expect(stderr).toContain("by the rules of Kubernetes 1.29:");
  });

  test.each([
    [["--kubernetes-version", "newest"], "expected a version such as 1.31 or 1.31.4"],
    [["--format", "yaml"], "--format"],
  ])("refuses %j", async (args, text) => {
    const { status, stderr } = await run(...args);
    expect({ status, named: stderr.includes(text) }).toEqual({ status: 2, named: true });
  });

  test("says which directory of --schema cannot be read", async () => {
    const { status, stderr } = await run("good", "--schema", "none");
    expect({ status, named: stderr.includes("none") }).toEqual({ status: 1, named: true });
  });
});
