/** A target that exceeds its time fails with a message that names it, and the other targets are rendered. */
import { expect, test } from "@jest/globals";
import { type RenderOptions, renderTargets } from "../../src/render/index.ts";
import { memoryTree, type Remotes } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const object = (name: string, more = ""): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\n${more}---\n`;

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Each of many entries changes each of many objects: hours of work in a few kilobytes, in short steps. */
function allForAll(patch: string): Files {
  const entry = `- target: {kind: Service}\n  patch: '${patch}'\n`;
  return {
    "kustomization.yaml": `resources: [r.yaml]\npatches:\n${entry.repeat(5000)}`,
    "r.yaml": many(2000, (index) => object(`s${index}`)).join(""),
  };
}

function listPatch(): Files {
  const ports = many(80_000, (index) => `  - {port: ${index}, protocol: TCP, name: p${index}}\n`).join("");
  return {
    "kustomization.yaml": "resources: [r.yaml]\npatches: [{path: p.yaml}]\n",
    "r.yaml": object("s", `spec:\n  ports:\n${ports}`),
    "p.yaml": object("s", `spec:\n  ports:\n${ports.replaceAll("name: p", "name: q")}`),
  };
}

const hostile: Readonly<Record<string, Files>> = {
  "merge patches": allForAll('{"apiVersion":"v1","kind":"Service","metadata":{"name":"x","labels":{"a":"b"}}}'),
  "JSON patches": allForAll('[{"op":"add","path":"/metadata/labels","value":{}}]'),
  "one patch of long lists with two keys": listPatch(),
  "generators that merge into one another": {
    "kustomization.yaml": `configMapGenerator:\n- {name: c, literals: [a=b]}\n${many(20_000, (index) => `- {name: c, behavior: merge, literals: [k${index}=v]}\n`).join("")}`,
  },
  "one patch named again and again": {
    "kustomization.yaml": `resources: [r.yaml]\npatches:\n${"- {target: {name: nobody}, path: p.yaml}\n".repeat(20_000)}`,
    "r.yaml": object("s"),
    "p.yaml": object("s", `spec: {${many(2000, (index) => `k${index}: v`).join(", ")}}\n`),
  },
  "one file of variables named again and again": {
    "kustomization.yaml": `configMapGenerator:\n${many(5000, (index) => `- {name: c${index}, envs: [e]}\n`).join("")}`,
    e: many(20_000, (index) => `K${index}=v\n`).join(""),
  },
  "images by patterns": {
    "kustomization.yaml": `resources: [r.yaml]\nimages:\n${many(5000, (index) => `- {name: (a|b|im.*)x${index}, newTag: v}\n`).join("")}`,
    "r.yaml": `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n${many(20_000, (index) => `  - {image: img${index}}\n`).join("")}`,
  },
  "a JSON patch of many operations": {
    "kustomization.yaml": "resources: [r.yaml]\npatches: [{target: {kind: Service}, path: p.yaml}]\n",
    "r.yaml": object("s", `spec: {ports: [${many(50_000, (index) => `{port: ${index}}`).join(",")}]}\n`),
    "p.yaml": "- {op: copy, from: /spec/ports/1, path: /spec/ports/0}\n- {op: remove, path: /spec/ports/0}\n".repeat(
      20_000,
    ),
  },
  replacements: {
    "kustomization.yaml": `resources: [r.yaml]\nreplacements:\n${"- {sourceValue: x, targets: [{select: {kind: Service}, fieldPaths: [metadata.labels.a], options: {create: true}}]}\n".repeat(5000)}`,
    "r.yaml": many(2000, (index) => object(`s${index}`)).join(""),
  },
};

/** Many entries with patterns that match nothing: the matching alone takes the time. */
function byPatterns(field: string, entry: (pattern: string) => string): Files {
  const entries = many(6000, (index) => entry(`(a|s)[0-9]*(x|y)+${index}.*`)).join("");
  return {
    "kustomization.yaml": `resources: [r.yaml]\n${field}:\n${entries}`,
    "r.yaml": many(4000, (index) => object(`s${index}`)).join(""),
  };
}

const matching: Readonly<Record<string, Files>> = {
  "patches by patterns": byPatterns(
    "patches",
    (pattern) => `- {target: {name: "${pattern}"}, patch: '[{"op": "remove", "path": "/x"}]'}\n`,
  ),
  "replacements by patterns": byPatterns(
    "replacements",
    (pattern) => `- {sourceValue: x, targets: [{select: {kind: "S.*", name: "${pattern}"}, fieldPaths: [x]}]}\n`,
  ),
  "references to objects of one name in many namespaces": {
    "kustomization.yaml": "resources: [r.yaml]\nnamePrefix: a-\n",
    "r.yaml": `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
subjects:
${many(12_000, (index) => `- {kind: ServiceAccount, name: s, namespace: n${index}}\n`).join("")}---
${many(12_000, (index) => `apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: s, namespace: n${index}}\n---\n`).join("")}`,
  },
};

const innocent: Files = { "kustomization.yaml": "resources: [r.yaml]\nnamePrefix: a-\n", "r.yaml": object("s") };

function below(directory: string, files: Files): [string, string][] {
  return Object.entries(files).map(([name, text]) => [`/${directory}/${name}`, text]);
}

async function render(directories: Readonly<Record<string, Files>>, options: RenderOptions) {
  const files = Object.entries(directories).flatMap(([directory, content]) => below(directory, content));
  const renderings = await renderTargets(memoryTree(Object.fromEntries(files)), Object.keys(directories), options);
  return renderings.map((one) => ({
    status: one.status,
    problems:
      one.status === "failed" ? one.diagnostics.map(({ code, file, message }) => ({ code, file, message })) : [],
  }));
}

const ended = (file: string, seconds: number) => ({
  status: "failed",
  problems: [
    { code: "build-timeout", file, message: `the build of ${file} was stopped: it takes more than ${seconds} seconds` },
  ],
});

test.each(Object.entries({ ...hostile, ...matching }))("%s", async (_, files) => {
  const results = await render({ before: innocent, bad: files, after: innocent }, { timeoutSeconds: 1.2 });
  const good = { status: "rendered", problems: [] };
  expect(results).toEqual([good, ended("bad", 1.2), good]);
});

test("the work of other builds does not count", async () => {
  // Together they occupy the thread for longer than the limit of each.
  const bad = hostile["merge patches"] as Files;
  const results = await render({ a: bad, b: bad, c: bad, good: innocent }, { timeoutSeconds: 1.2 });
  expect(results.map(({ status }) => status)).toEqual(["failed", "failed", "failed", "rendered"]);
});

test("a server that never answers", async () => {
  const silent = (): Promise<never> => new Promise(() => {});
  const never: Remotes = { repository: silent, file: silent, chart: silent };
  const files = { "kustomization.yaml": "resources: ['https://example.com/org/app//base?ref=v1']\n" };
  const results = await render({ bad: files, good: innocent }, { timeoutSeconds: 0.2, remotes: never });
  expect(results).toEqual([ended("bad", 0.2), { status: "rendered", problems: [] }]);
});
