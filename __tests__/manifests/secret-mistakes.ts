/** Kustomizations with a Secret, and a mistake somewhere: for the property that no message quotes a value. */

export type Files = Record<string, string>;

/** A part of a kustomization, with the files that it names. */
export interface Part {
  readonly fields: string;
  readonly files?: Files;
}

const secret = (body: string, name = "s"): string => `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}}\n${body}`;
const generator = (list: string): Part => ({ fields: `secretGenerator:\n- name: g\n${list}\n` });
const generatorOf = (list: string, content: string, name = "source.env"): Part => ({
  fields: `secretGenerator:\n- name: g\n  ${list}: [${name}]\n`,
  files: { [name]: content },
});
const resource = (text: string): Part => ({ fields: "resources: [s.yaml]\n", files: { "s.yaml": text } });
const indented = (text: string): string => text.replaceAll("\n", "\n    ");
/** A Secret that builds, and something that does not fit it. */
const beside = (value: string, fields: string): Part => ({
  fields: `resources: [s.yaml]\n${fields}`,
  files: { "s.yaml": secret(`stringData: {a: "${value}", n: "1"}\n`) },
});
const patch = (value: string, text: string): Part =>
  beside(value, `patches:\n- target: {kind: Secret}\n  patch: |-\n    ${indented(text)}\n`);
const jsonPatch = (value: string, operation: object): Part => patch(value, `- ${JSON.stringify(operation)}`);
const replacement = (value: string, source: string, target: string): Part =>
  beside(
    value,
    `replacements:\n- source: ${source}\n  targets:\n  - select: {kind: Secret}\n    fieldPaths: [${target}]\n`,
  );

/** What is wrong, and how. Each gets a value that must not be shown. */
export const MISTAKES: Readonly<Record<string, (value: string) => Part>> = {
  "none: literals": (v) => generator(`  literals: ["KEY=${v}"]`),
  "none: an env file": (v) => generatorOf("envs", `A=1\nKEY=${v}\n`),
  "none: a file": (v) => generatorOf("files", `first\n${v}\nlast\n`),
  "none: a Secret": (v) => resource(secret(`stringData: {a: "${v}"}\n`)),
  "none: data": (v) => resource(secret(`data: {a: "${Buffer.from(v).toString("base64")}"}\n`)),
  "none: misspelt data": (v) => resource(secret(`stringdata: {a: "${v}"}\n`)),
  "none: a Secret in a list": (v) =>
    resource(
      `apiVersion: v1\nkind: List\nitems:\n- ${secret(`stringData: {a: "${v}"}\n`).replaceAll("\n", "\n  ").trim()}\n`,
    ),

  "a literal without a key": (v) => generator(`  literals: ["${v}"]`),
  "a literal with an empty key": (v) => generator(`  literals: ["=${v}"]`),
  "literals twice": (v) => generator(`  literals: ["KEY=${v}", "KEY=${v}x"]`),
  "literals as a text": (v) => generator(`  literals: KEY=${v}`),
  "literals as a map": (v) => generator(`  literals: {KEY: "${v}"}`),
  "a literal that is a map": (v) => generator(`  literals:\n  - KEY: ${v}`),
  "a literal under files": (v) => generator(`  files: ["KEY=${v}"]`),
  "a literal under envs": (v) => generator(`  envs: ["KEY=${v}"]`),
  "a literal under env": (v) => generator(`  env: "KEY=${v}"`),
  "a value under files": (v) => generator(`  files: ["${v}"]`),
  "a value under envs": (v) => generator(`  envs: ["${v}"]`),
  "a file with two signs": (v) => generator(`  files: ["KEY=${v}=x"]`),
  "a file without a key": (v) => generator(`  files: ["=${v}"]`),
  "a literal in the entry": (v) => generator(`  KEY: ${v}`),
  "a literal as a field": (v) => generator(`  "KEY=${v}": x`),
  "a value as the entry": (v) => ({ fields: `secretGenerator:\n- ${v}\n` }),
  "a value as the generator": (v) => ({ fields: `secretGenerator: ${v}\n` }),
  "options with a value": (v) => generator(`  literals: ["KEY=${v}"]\n  options: ${v}`),
  "a merge into nothing": (v) => generator(`  literals: ["KEY=${v}"]\n  behavior: merge`),
  "a generator twice": (v) => ({
    fields: `secretGenerator:\n- {name: g, literals: ["KEY=${v}"]}\n- {name: g, literals: ["KEY=${v}x"]}\n`,
  }),

  "a line without a sign": (v) => generatorOf("envs", `A=1\n${v}\n`),
  "a line that ends in a sign": (v) => generatorOf("envs", `${v}==\n`),
  "a pasted key": (v) => generatorOf("envs", `-----BEGIN PRIVATE KEY-----\n${v}\n${v}\n-----END PRIVATE KEY-----\n`),
  "an address": (v) => generatorOf("envs", `postgres://user:${v}@host/db?sslmode=require\n`),
  "a line twice": (v) => generatorOf("envs", `KEY=${v}\nKEY=${v}\n`),
  "a pasted line twice": (v) => generatorOf("envs", `${v}\n${v}\n`),
  "a long line": (v) => generatorOf("envs", `KEY=${v.repeat(4_000)}\n`),

  "an open quote": (v) => resource(secret(`stringData:\n  a: "${v}\n`)),
  "an open bracket": (v) => resource(secret(`stringData: {a: "${v}"\nx: [\n`)),
  "a tab": (v) => resource(secret(`stringData:\n\ta: ${v}\n`)),
  "a line alone": (v) => resource(secret(`stringData:\n  a: b\n${v}\n`)),
  "a colon in a value": (v) => resource(secret(`stringData:\n  a: b: ${v}\n`)),
  "a separator that goes on": (v) => resource(secret(`stringData:\n  a: b\n--- ${v}\n---\n`)),
  "an alias": (v) => resource(secret(`stringData:\n  a: *${v}\n`)),
  "an anchor in itself": (v) => resource(secret(`stringData: &${v}\n  a: *${v}\n`)),
  "a tag": (v) => resource(secret(`stringData:\n  a: !${v} b\n`)),
  "a tag with a handle": (v) => resource(secret(`stringData:\n  a: !${v}!x b\n`)),
  "a number that is none": (v) => resource(secret(`stringData:\n  a: !!int ${v}\n`)),
  "a boolean that is none": (v) => resource(secret(`stringData:\n  a: !!bool "${v}"\n`)),
  "bytes that are none": (v) => resource(secret(`data:\n  a: !!binary "${v}%"\n`)),
  "a key twice": (v) => resource(secret(`stringData:\n  ${v}: a\n  ${v}: b\n`)),
  "a value as a key": (v) => resource(secret(`stringData:\n  ${v}:\n`)),
  "a value as a key with a value": (v) => resource(secret(`stringData:\n  ${v}: a\n`)),
  "a number as a key": (v) => resource(secret(`stringData:\n  a: ${v}\n  .inf: b\n`)),
  "a text as data": (v) => resource(secret(`stringData: ${v}\n`)),
  "a list as data": (v) => resource(secret(`stringData: [${v}]\n`)),
  "no name": (v) => resource(`apiVersion: v1\nkind: Secret\nstringData: {a: "${v}"}\n`),
  "a value as metadata": (v) => resource(`apiVersion: v1\nkind: Secret\nmetadata: ${v}\n`),
  "a bad escape": (v) => resource(secret(`stringData:\n  a: "\\q${v}"\n`)),
  "a control character": (v) => resource(secret(`stringData:\n  a: "${v}\\x01"\n`)),
  "a directive": (v) => resource(`%${v}\n---\n${secret("")}`),
  "JSON with a comma": (v) =>
    resource(`{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "stringData": {"a": "${v}",,}}`),

  "a value as a patch": (v) => beside(v, `patches:\n- patch: ${v}\n`),
  "a value as patches": (v) => beside(v, `patches: ${v}\n`),
  "an old patch that is a value": (v) => beside(v, `patchesStrategicMerge:\n- ${v}\n`),
  "an inline patch that is no YAML": (v) => patch(v, `stringData: {a: "${v}`),
  "a patch that is no JSON": (v) => patch(v, `[{"op": "add", "path": "/stringData/a", "value": "${v}]`),
  "a patch of another type": (v) => patch(v, `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: "${v}"`),
  "a patch with a directive": (v) =>
    patch(v, `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {$patch: ${v}}`),
  "a patch of nothing": (v) =>
    beside(v, `patches:\n- patch: |-\n    ${indented(secret(`stringData: {a: "${v}"}`, "other"))}\n`),
  "a test that fails": (v) => jsonPatch(v, { op: "test", path: "/stringData/a", value: `${v}x` }),
  "an operation below a value": (v) => jsonPatch(v, { op: "add", path: "/stringData/a/b", value: v }),
  "an operation at a value": (v) => jsonPatch(v, { op: "remove", path: `/stringData/${v}` }),
  "a path that is a value": (v) => jsonPatch(v, { op: "replace", path: v, value: v }),
  "an operation that is a value": (v) => jsonPatch(v, { op: v, path: "/stringData/a" }),
  "a copy from a value": (v) => jsonPatch(v, { op: "copy", from: `/${v}/x`, path: "/stringData/b" }),
  "a root that is a value": (v) => jsonPatch(v, { op: "replace", path: "", value: v }),
  "an index that is a value": (v) =>
    patch(v, `- {op: add, path: /list, value: [1]}\n- {op: add, path: /list/${v}, value: 2}`),
  "a patch with a field": (v) => jsonPatch(v, { op: "add", path: "/stringData/a", vlaue: v }),

  "a part that is not there": (v) =>
    replacement(
      v,
      "{kind: Secret, name: s, fieldPath: stringData.a, options: {delimiter: a, index: 99}}",
      "stringData.b",
    ),
  "a field that is not there": (v) =>
    replacement(v, "{kind: Secret, name: s, fieldPath: stringData.a}", "stringData.none.x"),
  "a value into a map": (v) => replacement(v, "{kind: Secret, name: s, fieldPath: stringData.a}", "stringData.a.b"),
  "a value as a name": (v) => replacement(v, "{kind: Secret, name: s, fieldPath: stringData.a}", "metadata"),
  "a source in a value": (v) => replacement(v, "{kind: Secret, name: s, fieldPath: stringData.a.b}", "stringData.b"),

  "a variable of a map": (v) =>
    beside(
      v,
      "vars:\n- {name: V, objref: {apiVersion: v1, kind: Secret, name: s}, fieldref: {fieldPath: stringData.none}}\n",
    ),
  "a variable twice": (v) =>
    beside(
      v,
      "vars:\n- {name: V, objref: {apiVersion: v1, kind: Secret, name: s}}\n- {name: V, objref: {apiVersion: v1, kind: Secret, name: s}}\n",
    ),
  "an object twice": (v) => ({
    fields: "resources: [s.yaml, t.yaml]\n",
    files: { "s.yaml": secret(`stringData: {a: "${v}"}\n`), "t.yaml": secret(`stringData: {a: "${v}"}\n`) },
  }),
  "a generator with a wrong field": (v) => ({
    fields: "generators: [g.yaml]\n",
    files: {
      "g.yaml": `apiVersion: builtin\nkind: SecretGenerator\nmetadata: {name: g}\nliterals: "KEY=${v}"\nvalue: ${v}\n`,
    },
  }),
  "a function that may not run": (v) => ({
    fields: "transformers: [f.yaml]\nresources: [s.yaml]\n",
    files: {
      "f.yaml": `apiVersion: x.io/v1\nkind: F\nmetadata: {name: f}\nspec: {kind: Secret, a: "${v}"}\n`,
      "s.yaml": secret(`stringData: {a: "${v}"}\n`),
    },
  }),
};
