import { describe, expect, test } from "@jest/globals";
import type { Helm } from "../../src/sources/index.ts";
import { publishedSchema } from "../published-schemas.ts";
import { explanation, printed, questions } from "./trees.ts";

test.each(questions().map((one) => [one.title, one] as const))("%s", async (_, { inputs, object, field, output }) => {
  expect(await printed(inputs.files, object, field, inputs)).toBe(output);
});

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers:
      - {name: web, image: nginx, args: [a, b, c]}
`;
const patched = (patch: string): Record<string, string> => ({
  "top/kustomization.yaml": `resources: [web.yaml]\npatches:\n- target: {kind: Deployment}\n  patch: |-\n${patch.replace(/^/gm, "    ")}\n`,
  "top/web.yaml": DEPLOYMENT,
});

describe("fields", () => {
  const files = patched(
    "- {op: add, path: /spec/template/spec/containers/0, value: {name: first, image: busybox}}\n" +
      '- {op: add, path: /metadata/annotations, value: {"a.b/c": x, "d": "1"}}',
  );

  test.each([
    "spec.template.spec.containers.[name=web].image",
    "spec.template.spec.containers[name=web].image",
    "spec.template.spec.containers[web].image",
    "spec.template.spec.containers.web.image",
    "spec.template.spec.containers.1.image",
    "spec.template.spec.containers[1].image",
    "spec.template.spec.containers.-.image",
    ".spec.template.spec.containers[1].image",
    "/spec/template/spec/containers/1/image",
  ])("%s is a way to name one", async (path) => {
    const { field, value, changes } = await explanation(files, "Deployment/web", path);
    expect([field, value]).toEqual(["spec.template.spec.containers.[name=web].image", "nginx"]);
    expect(changes.map(({ step }) => step)).toEqual(["resources"]);
  });

  test.each(["metadata.annotations.[a.b/c]", "metadata.annotations[a.b/c]", "/metadata/annotations/a.b~1c"])(
    "%s names a key with dots",
    async (path) => {
      const { field, value } = await explanation(files, "Deployment/web", path);
      expect([field, value]).toEqual(["metadata.annotations.[a.b/c]", "x"]);
    },
  );

  test("texts that look like other types are in quotes", async () => {
    expect(await printed(files, "Deployment/web", "metadata.annotations.d")).toMatch(
      /^metadata.annotations.d of .*: "1"\n/,
    );
  });

  test.each<[op: string, expected: string[]]>([
    ["{op: add, path: /spec/template/spec/containers/0/args/0, value: x}", ["0"]],
    ["{op: add, path: /spec/template/spec/containers/0/args/-, value: x}", ["3"]],
    ["{op: replace, path: /spec/template/spec/containers/0/args/1, value: x}", ["1"]],
    ["{op: replace, path: /spec/template/spec/containers/0/image, value: nginx}", []],
  ])("of a list without keys only the elements that %s changes are listed", async (op, expected) => {
    const { changes } = await explanation(patched(`- ${op}`), "Deployment/web");
    const indexes = changes.slice(1).map(({ path }) => path.split(".").at(-1));
    expect(indexes).toEqual(expected);
  });
});

describe("objects", () => {
  const files = {
    "a/kustomization.yaml": "resources: [web.yaml]\nnamespace: a\n",
    "a/web.yaml": DEPLOYMENT,
    "b/kustomization.yaml": "resources: [web.yaml]\nnamespace: b\nnamePrefix: b-\n",
    "b/web.yaml": DEPLOYMENT,
    "top/kustomization.yaml": "resources: [../a, ../b, other.yaml]\n",
    "top/other.yaml": "apiVersion: other.io/v1\nkind: Deployment\nmetadata: {name: web}\n",
  };

  test.each([
    ["Deployment/b-web", "b/b-web"],
    ["deployment.apps/web@a", "a/web"],
    ["Deployment.other.io/web", "/web"],
    ["Deployment/web@default", "/web"],
    ["Deployment/web@b", "b/b-web"],
  ])("%s is one", async (query, expected) => {
    const { object } = await explanation(files, query);
    expect(`${object.namespace}/${object.name}`).toBe(expected);
  });

  test("several objects of a name are listed", async () => {
    expect(await printed(files, "Deployment/web")).toBe(
      "error: Deployment/web is or was the name of 2 objects: Deployment.apps/web in a, Deployment.other.io/web\n" +
        "  hint: Choose one by its name in the output, with --namespace, or as KIND.GROUP/NAME.\n",
    );
  });
});

describe("Secrets", () => {
  const secret = (more: string) => ({
    "top/kustomization.yaml": `resources: [s.yaml, pod.yaml]\nsecretGenerator:\n- name: made\n  literals: [password=hunter2]\n${more}`,
    "top/s.yaml":
      "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: hunter2\nstringData: {password: hunter2}\nstringdata: {password: hunter2}\n" +
      "---\napiVersion: v1\nkind: Holder\nmetadata: {name: h}\nspec:\n  ref: {kind: Secret, name: hunted}\n  secrets:\n  - {apiVersion: v1, kind: Secret, metadata: {name: i}, data: {password: hunter2}}\n",
    "top/pod.yaml":
      "apiVersion: v1\nkind: Pod\nmetadata: {name: pod}\nspec: {volumes: [{name: v, secret: {secretName: made}}]}\n",
  });
  const changed = secret(
    "patches:\n- target: {kind: Secret, name: s}\n  patch: |-\n    - {op: replace, path: /stringData/password, value: hunter3}\n    - {op: replace, path: /kind, value: ConfigMap}\n" +
      '- target: {kind: Holder}\n  patch: \'[{"op": "replace", "path": "/spec/secrets/0/data/password", "value": "hunter3"}]\'\n' +
      '- target: {kind: Secret, name: made}\n  patch: \'[{"op": "remove", "path": "/data"}, {"op": "add", "path": "/stringData", "value": {"password": "hunter3"}}]\'\n',
  );

  test.each([
    ["Secret/s", secret("")],
    ["Holder/h", secret("")],
    ["Secret/made", secret("")],
    ["Pod/pod", secret("")],
    ["Secret/s", changed],
    ["ConfigMap/s", changed],
    ["Holder/h", changed],
    ["Secret/made", changed],
  ])("nothing of %s tells a value", async (object, files) => {
    const { changes } = await explanation(files, object);
    const asked = [...changes.map(({ path }) => path), "data", "stringData", "stringdata", "metadata", "spec"];
    for (const path of asked) {
      const answer = await explanation(files, object, path).catch((thrown: Error) => thrown.message);
      expect(JSON.stringify(answer)).not.toMatch(/hunter|aHVudGVy/);
      expect(await printed(files, object, path)).not.toMatch(/hunter|aHVudGVy/);
    }
  });

  test("the changed keys of a Secret are shown, and the values of a reference to one", async () => {
    expect(await printed(changed, "ConfigMap/s", "stringData.password")).toContain(
      "<redacted, before> → <redacted, after>",
    );
    expect((await explanation(changed, "Holder/h", "spec.ref.name")).value).toBe("hunted");
    expect((await explanation(changed, "Holder/h", "spec.secrets.0.metadata.name")).value).toBe("i");
  });

  test("the hash of a generated Secret is in no name, reference or message", async () => {
    const files = secret("");
    const { object } = await explanation(files, "Secret/made");
    expect(object.name).toBe("made-<hash>");
    expect((await explanation(files, "Secret/made-<hash>")).object).toEqual(object);
    expect(await printed(files, "Pod/pod")).toContain("made → made-<hash> (follows Secret/made-<hash>)");
    expect(await printed(files, "Secret/made", "metadata.nam")).toContain(
      "error: Secret made-<hash> has no field metadata.nam",
    );
  });
});

test("an object of a chart has the place of the chart's entry", async () => {
  const helm: Helm = {
    honoursConfigHome: false,
    run: async ([command]) =>
      command === "version" ? "v3.20.0" : "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: b}\n",
    close: () => undefined,
  };
  const files = {
    "top/kustomization.yaml": "helmCharts:\n- name: one\n  releaseName: r\ncommonAnnotations: {a: b}\n",
    "top/charts/one/Chart.yaml": "",
    "top/charts/one/values.yaml": "",
  };
  expect(await printed(files, "ConfigMap/c", undefined, { options: { helm: { helm } } })).toBe(`ConfigMap c
  top/kustomization.yaml:2:3   helmCharts         the object
  top/kustomization.yaml:4:24  commonAnnotations  metadata.annotations.a: b
`);
});

test("the JSON form conforms to the published schema", async () => {
  const validate = publishedSchema("explanation");
  for (const { inputs, object, field } of questions()) {
    const answer = await explanation(inputs.files, object, field).catch(() => undefined);
    if (answer === undefined) continue;
    validate(JSON.parse(JSON.stringify(answer)));
    expect([object, field, validate.errors]).toEqual([object, field, null]);
  }
});
