/** What messages and reports say in place of what they withhold (decision 0022). */
import { describe, expect, test } from "@jest/globals";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { createBuilder } from "../../src/engine/index.ts";
import { review } from "../../src/review/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { isCertainlyPath, isNameLike, isPathLike, isVariableName, SecretTexts } from "../../src/text/index.ts";
import { rendered } from "../review/renderings.ts";

const VALUE = "Zq7Xw9Kv2Rt5Yb8Nc3Md";

async function problems(kustomization: string, files: Record<string, string> = {}): Promise<string[]> {
  const tree = memoryTree({
    "/app/kustomization.yaml": kustomization,
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`/app/${name}`, text])),
  });
  const built = createBuilder(tree).build("/app");
  const diagnostics = await built.then((result) => result.diagnostics, diagnosticsOf);
  return diagnostics.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
}

const generator = (list: string) => `secretGenerator:\n- name: g\n  ${list}\n`;

describe("a source of a Secret that does not exist", () => {
  test.each([
    { list: "files: [tls.crt]", says: "app/tls.crt does not exist" },
    { list: "files: [certs/tls.crt]", says: "app/certs/tls.crt does not exist" },
    { list: "files: [KEY=certs/tls.crt]", says: "app/certs/tls.crt does not exist" },
    { list: "envs: [secrets.env]", says: "app/secrets.env does not exist" },
    { list: "files: [password]", says: "app/password does not exist" },
    {
      list: "files: [PASSWORD=hunter2]",
      says: 'the file of an entry of `files` with the key "PASSWORD" cannot be read: its name is withheld, because it may be a value of the Secret',
    },
    {
      list: "envs: [PASSWORD=hunter2]",
      says: 'the file of an entry of `envs` with the key "PASSWORD" cannot be read: its name is withheld, because it may be a value of the Secret',
    },
    {
      list: `files: [${VALUE}]`,
      says: "the file of an entry of `files` cannot be read: its name is withheld, because it may be a value of the Secret",
    },
  ])("$list", async ({ list, says }) => {
    expect(await problems(generator(list))).toEqual([expect.stringMatching(/^app\/kustomization\.yaml:3:\d+: /)]);
    expect((await problems(generator(list)))[0]).toContain(says);
  });

  test("the entry of a ConfigMap is quoted", async () => {
    const [message] = await problems("configMapGenerator:\n- name: g\n  files: [KEY=value]\n");
    expect(message).toContain("app/value does not exist");
  });
});

test("a kustomization that patches Secrets keeps its paths, and not the values", async () => {
  const kustomization = (path: string) =>
    `resources: [${path}]\npatches:\n- target: {kind: Secret}\n  patch: '[{op: add, path: /data/a, value: ${VALUE}}]'\n`;
  const [path, value] = [
    await problems(kustomization("bases/of-the-shop-2.yaml")),
    await problems(kustomization(VALUE)),
  ];
  expect(path[0]).toContain("app/bases/of-the-shop-2.yaml does not exist");
  expect(value[0]).not.toContain(VALUE);
});

test("an index beyond the parts of a value of a Secret does not tell their number", async () => {
  const replacement = (kind: string) =>
    `resources: [o.yaml]\nreplacements:\n- source: {kind: ${kind}, name: o, fieldPath: x.a, options: {delimiter: "-", index: 9}}\n  targets: [{select: {kind: ${kind}}, fieldPaths: [x.b]}]\n`;
  const object = (kind: string) => ({
    "o.yaml": `apiVersion: v1\nkind: ${kind}\nmetadata: {name: o}\nx: {a: 1-2-3, b: c}\n`,
  });
  expect((await problems(replacement("Secret"), object("Secret")))[0]).toContain(
    "out of bounds: the value has fewer parts",
  );
  expect((await problems(replacement("Config"), object("Config")))[0]).toContain(
    "out of bounds: the value has 3 parts",
  );
});

test("the hash of a generated Secret is not in messages", async () => {
  const [message] = await problems("resources: [a.yaml, b.yaml]\n", {
    "a.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: db-tf6h6hg6kg}\n",
    "b.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: db-tf6h6hg6kg}\n",
  });
  expect(message).toContain("db-<hash>");
  expect(message).not.toContain("tf6h6hg6kg");
});

const SIDE = { sha: null, label: "x", reason: "" };
const linesOf = (base: string, head: string) =>
  review({ base: SIDE, head: SIDE, renderings: [{ base: rendered(base), head: rendered(head) }] }).changes.flatMap(
    ({ hunks }) => hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(" "))),
  );

test("the hash of a Secret that is not among the manifests is masked where they refer to it", () => {
  const pod = (hash: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  imagePullSecrets:\n  - name: pull-${hash}\n  volumes:\n  - name: v\n    secret:\n      secretName: db-${hash}\n`;
  expect(linesOf(pod("tf6h6hg6kg"), pod("2b8k9c7d5f"))).toEqual([
    "-  - name: pull-<hash, before>",
    "+  - name: pull-<hash, after>",
    "-      secretName: db-<hash, before>",
    "+      secretName: db-<hash, after>",
  ]);
});

test("keys of a Secret that may be pasted lines have numbers", () => {
  const secret = (data: string) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata:\n${data}`;
  expect(
    linesOf(
      secret("  tls.crt: YQ==\n"),
      secret(`  MIIEvQIBADANBgkqhkiG9w0: ""\n  ${VALUE}: PT0=\n  tls.crt: Yg==\n  EMPTY_KEY: ""\n`),
    ),
  ).toEqual([
    "-  tls.crt: <redacted, before>",
    "+  EMPTY_KEY: <redacted>",
    "+  <withheld key 1>: <redacted>",
    "+  <withheld key 2>: <redacted>",
    "+  tls.crt: <redacted, after>",
  ]);
});

test.each([
  { text: "tls.crt", name: true, variable: true, path: true, certain: true },
  { text: "DATABASE_URL", name: true, variable: true, path: true, certain: false },
  { text: ".dockerconfigjson", name: true, variable: true, path: true, certain: false },
  { text: "githubAppPrivateKey", name: true, variable: false, path: true, certain: false },
  { text: "config/app.properties", name: false, variable: false, path: true, certain: true },
  { text: "hunter2", name: true, variable: false, path: true, certain: false },
  { text: VALUE, name: false, variable: false, path: false, certain: false },
  { text: "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", name: false, variable: false, path: false, certain: false },
  { text: "3f2a9c4b1d7e", name: false, variable: false, path: false, certain: false },
  { text: "KEY=value", name: false, variable: false, path: false, certain: false },
  { text: "-----BEGIN PRIVATE KEY-----", name: false, variable: false, path: false, certain: false },
])("what $text looks like", ({ text, name, variable, path, certain }) => {
  expect([isNameLike(text), isVariableName(text), isPathLike(text), isCertainlyPath(text)]).toEqual([
    name,
    variable,
    path,
    certain,
  ]);
});

describe("texts of a build", () => {
  const secret =
    "apiVersion: v1\nkind: Secret\nmetadata:\n  name: orders-2025\ndata:\n  a: c2VjcmV0LTQy\nstringData:\n  b: word\n  c: s3cret!\n";

  test.each([
    { what: "a value", text: "it is s3cret!", shown: "it is <redacted>" },
    { what: "its base64", text: `it is ${Buffer.from("s3cret!").toString("base64")}`, shown: "it is <redacted>==" },
    { what: "what is decoded", text: "it is secret-42", shown: "it is <redacted>" },
    { what: "a name", text: "Secret orders-2025 is twice there", shown: "Secret orders-2025 is twice there" },
    { what: "a common word", text: "a word", shown: "a word" },
  ])("$what", ({ text, shown }) => {
    const secrets = new SecretTexts();
    secrets.noteObjects(secret);
    expect(secrets.mask([text, undefined])).toEqual([shown, undefined]);
  });

  test("paths and names of a kustomization are no values", () => {
    const secrets = new SecretTexts();
    secrets.noteObjects(
      "resources:\n- ../secrets-2025-v1/base\nsecretGenerator:\n- name: orders-2025\n  literals: [A=s3cret!]\n",
    );
    expect(secrets.mask(["../secrets-2025-v1/base of orders-2025 with s3cret!"])).toEqual([
      "../secrets-2025-v1/base of orders-2025 with <redacted>",
    ]);
  });

  test("of a chart, values below keys that look secret", () => {
    const secrets = new SecretTexts();
    secrets.noteValues(
      "image: registry.example.com/web-2025\ndb:\n  password: s3cret!\nauth:\n  users:\n  - alice-2025\n",
    );
    expect(secrets.mask(["registry.example.com/web-2025 s3cret! alice-2025"])).toEqual([
      "registry.example.com/web-2025 <redacted> <redacted>",
    ]);
  });
});

describe("what looks like a value is withheld also where no Secret is near", () => {
  const object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: b}\n";

  test.each([
    {
      what: "a key twice",
      files: { "c.yaml": `${object}x: {${VALUE}: 1, ${VALUE}: 2}\n` },
      says: "mapping key (withheld",
    },
    {
      what: "a step of a path",
      patch: `- {op: remove, path: /data/${VALUE}}`,
      says: "error in remove for path: '/data/<redacted>'",
    },
    { what: "a path that is none", patch: `- {op: test, path: ${VALUE}, value: 1}`, says: "path: <redacted>: missing" },
    { what: "an operation", patch: `- {op: ${VALUE}, path: /data}`, says: "Unexpected kind: <redacted>" },
    { what: "a name", patch: "- {op: remove, path: /data/other}", says: "error in remove for path: '/data/other'" },
  ])("$what", async ({ files, patch, says }) => {
    const patches = patch === undefined ? "" : `patches:\n- target: {kind: ConfigMap}\n  patch: |-\n    ${patch}\n`;
    const [message] = await problems(`resources: [c.yaml]\n${patches}`, files ?? { "c.yaml": object });
    expect(message).toContain(says);
    expect(message).not.toContain(VALUE.slice(0, 8));
  });
});
