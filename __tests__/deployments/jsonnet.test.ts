/** Applications whose directories have files of jsonnet: what is found, what is affected, and what is rendered. A stub evaluates. */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import { findBothDeployments, findDeployments } from "../../src/deployments/index.ts";
import { failure, KrmError } from "../../src/diagnostics.ts";
import type { Jsonnet, JsonnetCall } from "../../src/jsonnet/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const app = (name: string, source: string): string => `---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  destination: { name: in-cluster, namespace: ${name} }
  source: { repoURL: https://github.com/acme/shop, ${source} }
`;
const json = (kind: string, name: string, more: object = {}): string =>
  JSON.stringify({ apiVersion: "v1", kind, metadata: { name }, ...more });
const child = (name: string): string =>
  JSON.stringify({
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: { name, namespace: "argocd" },
    spec: { destination: { name: "in-cluster" }, source: { repoURL: "https://github.com/acme/shop", path: "web" } },
  });

/** Prints a program without its lines of imports. Its calls are kept. */
class Stub implements Jsonnet {
  readonly calls: JsonnetCall[] = [];

  async evaluate(call: JsonnetCall): Promise<string> {
    this.calls.push(call);
    const text = Buffer.from(call.files.get(call.file) as Uint8Array).toString();
    if (text.includes("FAIL")) throw failure("jsonnet-failed", "jsonnet failed: no", { file: call.display(call.file) });
    return text.replaceAll(/^local .*$/gm, "");
  }

  close(): void {}
}

const OPTIONS = { settings: EMPTY_CONFIGURATION.deployments, own: "acme/shop" };

async function built(files: Files, id: string, jsonnet?: Jsonnet): Promise<string[]> {
  const found = await findDeployments(memoryTree(files), { ...OPTIONS, build: { jsonnet } });
  const limits = { builds: 1, timeoutSeconds: undefined, recorded: undefined };
  try {
    const result = await found.builder({ jsonnet }).build(`argocd://in-cluster/argocd/${id}`, limits);
    return (result?.resources ?? []).map(
      ({ kind, name, namespace, origin }) => `${kind} ${namespace}/${name} ${origin?.file}:${origin?.line}`,
    );
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return thrown.diagnostics.map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`);
  }
}

// docs/specification/argocd-sources.md 4
describe("the files of an Application", () => {
  const WEB =
    "path: web, directory: {jsonnet: {libs: [lib], extVars: [{name: app, value: $ARGOCD_APP_NAME$$x}], tlas: [{name: t, value: '1', code: true}]}}";
  const FILES = {
    "a.yaml": app("a", WEB),
    "web/b.jsonnet": `local b = import "x.libsonnet";\n[${json("ConfigMap", "b")}, null]`,
    "web/a.yaml": json("ConfigMap", "a"),
    "web/c.jsonnet": json("ConfigMapList", "c", { items: [JSON.parse(json("ConfigMap", "c"))] }),
    "web/d.jsonnet": "# +argocd:skip-file-rendering\nFAIL",
    "lib/x.libsonnet": "1",
  };

  test("are rendered in their order, with those that it has otherwise", async () => {
    const jsonnet = new Stub();
    expect(await built(FILES, "a", jsonnet)).toEqual([
      "ConfigMap a/a web/a.yaml:1",
      "ConfigMap a/b web/b.jsonnet:undefined",
      "ConfigMap a/c web/c.jsonnet:undefined",
    ]);
    const [first, second] = jsonnet.calls;
    expect([...(first?.files.keys() ?? [])]).toEqual(["/web/b.jsonnet", "/lib/x.libsonnet"]);
    expect(first?.libraries).toEqual(["/web", "/lib"]);
    expect(first?.args).toMatchObject([{ name: "t", value: "1", isCode: true }]);
    // Argo CD expands the values once more for each file.
    expect([first, second].map((call) => call?.externals[0]?.value)).toEqual(["a$x", "a"]);
  });

  test.each<[string, Files, string]>([
    ["one fails", { "web/b.jsonnet": "FAIL" }, "jsonnet-failed web/b.jsonnet:undefined jsonnet failed: no"],
    ["one prints a text", { "web/b.jsonnet": '"x"' }, "invalid-resource web/b.jsonnet:undefined it prints"],
    ["one prints no kind", { "web/b.jsonnet": '[{"a": 1}]' }, "invalid-resource web/b.jsonnet:undefined it prints"],
    ["one prints lists in a list", { "web/b.jsonnet": "[[]]" }, "invalid-resource web/b.jsonnet:undefined it prints"],
    [
      "one prints no JSON",
      { "web/b.jsonnet": "[" },
      "jsonnet-failed web/b.jsonnet:undefined jsonnet prints what cannot be read: ",
    ],
    ["one imports what is outside", { "web/b.jsonnet": '\nimport "/x"' }, "jsonnet-import-refused web/b.jsonnet:2 "],
    [
      "a library is outside",
      { "a.yaml": app("a", "path: web, directory: {jsonnet: {libs: [../x]}}") },
      "argocd-invalid a.yaml:7 `libs` has ../x, which leads out of the repository",
    ],
    [
      "a value is no text",
      { "a.yaml": app("a", "path: web, directory: {jsonnet: {extVars: [{name: a, value: 1}]}}") },
      "argocd-invalid a.yaml:7 `value` must be a text",
    ],
  ])("fail as a whole where %s", async (_, files, expected) => {
    const found = await built({ ...FILES, ...files }, "a", new Stub());
    expect(found).toEqual([expect.stringContaining(expected)]);
  });

  test("need consent", async () => {
    expect(await built(FILES, "a")).toEqual([
      "argocd-jsonnet a.yaml:7 web/b.jsonnet is a file of jsonnet, which may not run",
    ]);
  });

  test(".argocd-source.yaml counts", async () => {
    const jsonnet = new Stub();
    const override = "directory: {jsonnet: {libs: [other]}}\n";
    await built({ ...FILES, "web/.argocd-source.yaml": override }, "a", jsonnet);
    expect(jsonnet.calls[0]?.libraries).toEqual(["/web", "/other"]);
  });

  test("a value that names the commit is told", async () => {
    const source = "path: web, directory: {jsonnet: {extVars: [{name: a, value: $ARGOCD_APP_REVISION}]}}";
    const found = await findDeployments(memoryTree({ ...FILES, "a.yaml": app("a", source) }), {
      ...OPTIONS,
      build: {},
    });
    expect(found.targets[0]?.problems).toMatchObject([{ code: "argocd-commit" }]);
  });
});

describe("what an Application depends on", () => {
  test("is each place where its files look for imports, also in code", async () => {
    const source =
      "path: web, directory: {jsonnet: {libs: [lib], extVars: [{name: a, value: 'import \"y\"', code: true}]}}";
    const found = await findDeployments(
      memoryTree({
        "a.yaml": app("a", source),
        "web/b.jsonnet": 'import "x"',
        "lib/x": 'importstr "../z"',
        "lib/y": "1",
        z: "",
      }),
      { ...OPTIONS, build: {} },
    );
    expect(found.pathsOf("argocd://in-cluster/argocd/a")).toEqual([
      "/web",
      "/lib/y",
      "/web/b.jsonnet",
      "/web/x",
      "/lib/x",
      "/z",
    ]);
  });

  test("is known although an import is refused", async () => {
    const found = await findDeployments(
      memoryTree({ "a.yaml": app("a", "path: web"), "web/b.jsonnet": '[import "../x", import "/y"]', x: "1" }),
      { ...OPTIONS, build: {} },
    );
    expect(found.pathsOf("argocd://in-cluster/argocd/a")).toEqual(["/web", "/web/b.jsonnet", "/x"]);
  });
});

describe("Applications that files of jsonnet print", () => {
  const FILES = {
    "root.yaml": app("root", "path: apps"),
    "apps/main.jsonnet": `local kind = import "../lib/kind";\n[${child("a")}, ${child("b")}]`,
    "lib/kind": "1",
    "web/a.yaml": json("ConfigMap", "a"),
  };

  const listed = async (files: Files, jsonnet: Jsonnet | undefined): Promise<string[]> => {
    const found = await findDeployments(memoryTree(files), { ...OPTIONS, build: { jsonnet } });
    return [...found.targets.map(({ id }) => id), ...found.problems.map(({ code, message }) => `${code}: ${message}`)];
  };

  test("are found", async () => {
    expect(await listed(FILES, new Stub())).toEqual(
      ["a", "b", "root"].map((name) => `argocd://in-cluster/argocd/${name}`),
    );
  });

  test("are found where a library has what tells them", async () => {
    const jsonnet = new Stub();
    const kind = { "apps/main.jsonnet": 'local l = import "../lib/kind";\n[]', "lib/kind": "argoproj.io/ Application" };
    await listed({ ...FILES, ...kind }, jsonnet);
    expect(jsonnet.calls).toHaveLength(1);
    await listed({ ...FILES, ...kind, "lib/kind": "Application" }, jsonnet);
    expect(jsonnet.calls).toHaveLength(1);
  });

  test.each([
    ["jsonnet may not run", FILES, undefined, "apps/main.jsonnet is a file of jsonnet, which may not run"],
    ["it fails", { ...FILES, "apps/main.jsonnet": `FAIL ${child("a")}` }, new Stub(), "jsonnet failed: no"],
  ])("are not known where %s", async (_, files, jsonnet, reason) => {
    expect(await listed(files, jsonnet)).toEqual([
      "argocd://in-cluster/argocd/root",
      expect.stringMatching(new RegExp(`^argocd-children-unknown: .*root declares.*${reason}`)),
    ]);
  });

  test("stay where the head fails", async () => {
    const build = { jsonnet: new Stub() };
    const trees = {
      base: memoryTree(FILES),
      head: memoryTree({ ...FILES, "apps/main.jsonnet": `FAIL ${child("a")}` }),
    };
    const { head } = await findBothDeployments(trees, { ...OPTIONS, build });
    expect(head.targets.map(({ id }) => id)).toEqual(
      ["a", "b", "root"].map((name) => `argocd://in-cluster/argocd/${name}`),
    );
  });

  test("attack 9.38: are looked for in so many programs at most", async () => {
    const jsonnet = new Stub();
    const programs = Array.from({ length: 400 }, (_, at) => [`apps/${at}.jsonnet`, child(`a${at}`)]);
    const found = await listed({ ...FILES, ...Object.fromEntries(programs) }, jsonnet);
    expect(jsonnet.calls).toHaveLength(300);
    expect(found[1]).toContain("more than 300 charts and files of jsonnet may declare Applications");
  });
});
