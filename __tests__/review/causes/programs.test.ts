/** Causes of what charts, functions and remote bases make, and of what symbolic links lead to. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { BuildOptions } from "../../../src/engine/index.ts";
import { createFunctions, type Functions } from "../../../src/functions/index.ts";
import { type Helm, LOCAL_PROTOCOLS, lazyRemotes, type OpenRemotes } from "../../../src/sources/index.ts";
import { each } from "../../functions/script/scripts.ts";
import { commitAll, GIT_ENV, git, initRepository, temporaryDirectories, writeContent } from "../../sources/fixtures.ts";
import { type GitServer, gitServer } from "../../sources/git-server.ts";
import { causesOf, type Files } from "./scenarios.ts";

const temporary = temporaryDirectories();
const served = temporary();
let repositories: GitServer;
let remotes: OpenRemotes;
let functions: Functions & { close(): Promise<void> };

beforeAll(async () => {
  repositories = await gitServer(served);
  const app = join(served, "app");
  mkdirSync(app);
  const content = (value: string): Files => ({
    "base/kustomization.yaml": "resources: [cm.yaml]\n",
    "base/cm.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: remote}\ndata: {a: "${value}"}\n`,
  });
  initRepository(app, { files: content("1") });
  git(app, "tag", "v1");
  writeContent(app, { files: content("2") });
  commitAll(app, "second");
  git(app, "tag", "v2");
  remotes = lazyRemotes({
    store: { directory: temporary() },
    rules: { protocols: LOCAL_PROTOCOLS, privateHosts: true },
    env: GIT_ENV,
    sleep: async () => {},
  });
  functions = createFunctions({
    alphaPlugins: true,
    exec: false,
    starlark: true,
    environment: { host: {}, inherited: [], given: [] },
    failOn: "error",
    log: () => undefined,
  });
});

afterAll(async () => {
  await Promise.all([remotes.close(), repositories.close(), functions.close()]);
});

/** A program that prints an object with the given value, whatever the chart is. */
function helmOf(value: string): BuildOptions {
  const helm: Helm = {
    honoursConfigHome: false,
    run: async ([command]) =>
      command === "version"
        ? "v3.20.0"
        : `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: chart}\ndata: {v: ${value}}\n`,
    close: () => undefined,
  };
  return { helm: { helm } };
}

const CM = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: b}\n";
const FN = `apiVersion: example.com/v1
kind: Fn
metadata:
  name: fn
  annotations:
    config.kubernetes.io/function: |
      starlark: {path: fn.star, name: fn}
value: VALUE
`;
const STAR = each(`r["data"]["a"] = str(ctx.resource_list["functionConfig"]["value"])`);

test("the reference of a remote base", async () => {
  const top = (ref: string): Files => ({
    "top/kustomization.yaml": `resources:\n- ../local\n- ${repositories.url}/app//base?ref=${ref}\n`,
    "local/kustomization.yaml": "resources: [cm.yaml]\n",
    "local/cm.yaml": CM,
  });
  const options = { remotes };
  const lines = await causesOf({ base: top("v1"), head: top("v2") }, { base: options, head: options });
  expect(lines).toBe("ConfigMap/remote: top/kustomization.yaml:3 resources\n");
});

const CHART: Files = {
  "top/kustomization.yaml": `helmCharts:
- name: one
  releaseName: r
  version: 1.0.0
  valuesFile: values/own.yaml
  valuesInline:
    a: b
`,
  "top/values/own.yaml": "a: 1\nb: 1\n",
  "top/charts/one/Chart.yaml": "name: one\n",
  "top/charts/one/values.yaml": "c: 1\n",
  "top/charts/one/templates/cm.yaml": "kind: ConfigMap\nvalue: {{ .Values.c }}\n",
};

test.each<[title: string, file: string, from: string, to: string, expected: string]>([
  ["the version", "top/kustomization.yaml", "1.0.0", "1.0.1", "top/kustomization.yaml:4"],
  ["an inline value", "top/kustomization.yaml", "a: b", "a: c", "top/kustomization.yaml:7"],
  ["a file of values", "top/values/own.yaml", "b: 1", "b: 2", "top/values/own.yaml:2"],
  ["a template", "top/charts/one/templates/cm.yaml", ".c", ".d", "top/charts/one/templates/cm.yaml:2"],
  ["the values in the chart", "top/charts/one/values.yaml", "1", "2", "top/charts/one/values.yaml:1"],
])("%s of a chart", async (_, file, from, to, expected) => {
  const head = { ...CHART, [file]: (CHART[file] as string).replace(from, to) };
  const lines = await causesOf({ base: CHART, head }, { base: helmOf("one"), head: helmOf("two") });
  expect(lines).toBe(`ConfigMap/chart: ${expected} helmCharts\n`);
});

const FUNCTION: Files = {
  "top/kustomization.yaml": "resources: [c.yaml]\ntransformers: [fn.yaml]\n",
  "top/c.yaml": CM,
  "top/fn.yaml": FN,
  "top/fn.star": STAR,
};

test.each<[title: string, file: string, from: string, to: string, expected: string]>([
  ["the config", "top/fn.yaml", "VALUE", "OTHER", "top/fn.yaml:8 transformers (Fn fn)"],
  ["the program", "top/fn.star", "str(", '"x" + str(', "top/fn.star:3 transformers (Fn fn)"],
])("%s of a function", async (_, file, from, to, expected) => {
  const head = { ...FUNCTION, [file]: (FUNCTION[file] as string).replace(from, to) };
  const lines = await causesOf({ base: FUNCTION, head }, { base: { functions }, head: { functions } });
  expect(lines).toBe(`ConfigMap/c: ${expected}\n`);
});

test("a value that a function computes from another one of the object", async () => {
  const files = { ...FUNCTION, "top/fn.star": each(`r["data"]["b"] = r["data"]["a"] + "x"`) };
  const head = { ...files, "top/c.yaml": CM.replace("a: b", "a: c") };
  const lines = await causesOf({ base: files, head }, { base: { functions }, head: { functions } });
  expect(lines).toBe("ConfigMap/c: top/c.yaml:4 resources\n");
});

test("a link leads to the file that is edited", async () => {
  const files = { "top/real/c.yaml": CM, "top/kustomization.yaml": "resources: [c.yaml]\n" };
  const head = { ...files, "top/real/c.yaml": CM.replace("a: b", "a: c") };
  const lines = await causesOf({ base: files, head }, {}, { "top/c.yaml": "real/c.yaml" });
  expect(lines).toBe("ConfigMap/c: top/real/c.yaml:4 resources\n");
});
