/** Manifests that were rendered elsewhere. */
import { expect, test } from "@jest/globals";
import { MemoryPool } from "../../src/budget/index.ts";
import { KrmError } from "../../src/diagnostics.ts";
import { readManifests } from "../../src/render/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

function configMap(name: string, data = "a: b"): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {${data}}\n`;
}

/** `name from file:line` of each object below `/m`. */
async function read(files: Record<string, string>, links: Record<string, string> = {}, path = "/m"): Promise<string[]> {
  const { resources } = await readManifests(memoryTree(files, links), path, "m");
  return resources.map(({ name, origin }) => `${name} from ${origin?.file}:${origin?.line}`);
}

async function problemsOf(files: Record<string, string>, path = "/m"): Promise<string[]> {
  try {
    await read(files, {}, path);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return thrown.diagnostics.map(
      ({ code, file, line, column, message }) => `${code} ${[file, line, column].filter(Boolean).join(":")} ${message}`,
    );
  }
  throw new Error("nothing failed");
}

test.each([
  {
    what: "several documents, some of them empty",
    files: { "m/a.yaml": `# nothing\n---\n${configMap("a")}---\n---\nnull\n---\n${configMap("b")}` },
    expected: ["a from m/a.yaml:3", "b from m/a.yaml:11"],
  },
  {
    what: "files below the directory in the order of their names, and no others",
    files: {
      "m/z.yml": configMap("z"),
      "m/b/c.json": '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}',
      "m/a.yaml": configMap("a"),
      "m/b/notes.txt": "no: manifest",
      "m/README.md": "# no manifest",
    },
    expected: ["a from m/a.yaml:1", "c from m/b/c.json:1", "z from m/z.yml:1"],
  },
  {
    what: "lists, also in lists, in their places",
    files: {
      "m/a.yaml": `kind: List
apiVersion: v1
items:
- {kind: ConfigMap, metadata: {name: a}}
- kind: ConfigMapList
  items:
  - {kind: ConfigMap, metadata: {name: b}}
- {kind: ConfigMap, metadata: {name: c}}
---
{kind: List, items: null}
---
{kind: List, items: []}
---
{kind: PriceList, metadata: {name: d}, spec: {items: []}}
`,
    },
    expected: ["a from m/a.yaml:4", "b from m/a.yaml:7", "c from m/a.yaml:8", "d from m/a.yaml:14"],
  },
  {
    what: "an object whose name the cluster will make",
    files: { "m/a.yaml": "kind: Job\nmetadata: {generateName: run-}\n" },
    expected: ["run- from m/a.yaml:1"],
  },
])("$what", async ({ files, expected }) => {
  expect(await read(files)).toEqual(expected);
});

test("a file of any name, and one without objects", async () => {
  expect(await read({ "m/out": configMap("a") }, {}, "/m/out")).toEqual(["a from m/out:1"]);
  expect(await read({ "m/out": "# nothing\n" }, {}, "/m/out")).toEqual([]);
});

test("symlinks that lead in circles, or to what is read already", async () => {
  const files = { "m/a.yaml": configMap("a"), "m/d/b.yaml": configMap("b") };
  const links = { "m/d/up": "..", "m/again": "d", "m/c.yaml": "a.yaml" };
  expect(await read(files, links)).toEqual(["a from m/a.yaml:1", "b from m/d/b.yaml:1"]);
});

test("the text of an object does not depend on quotes, comments, the order of fields or the format", async () => {
  const yaml = "# c\nkind: A\nmetadata: {name: a}\nspec:\n  n: 8080\n  s: '8080'\n  l: [x]\n  t: |\n    1\n    2\n";
  const json = '{"spec":{"t":"1\\n2\\n","l":["x"],"s":"8080","n":8080},"kind":"A","metadata":{"name":"a"}}';
  const [one, two] = (await readManifests(memoryTree({ "m/a.yaml": yaml, "m/b.json": json }), "/m", "m")).resources;
  expect(one?.yaml).toBe(
    'kind: A\nmetadata:\n  name: a\nspec:\n  l:\n  - x\n  "n": 8080\n  s: "8080"\n  t: |\n    1\n    2\n',
  );
  expect(two?.yaml).toBe(one?.yaml);
  expect(two?.value()).toEqual(one?.value());
});

test("names of generated objects are known without their hashes", async () => {
  const text = ["ConfigMap", "Secret", "Deployment"].map((kind) => `kind: ${kind}\nmetadata: {name: a-4h2mbtbbt6}\n`);
  const { resources } = await readManifests(memoryTree({ "m/a.yaml": text.join("---\n") }), "/m", "m");
  expect(resources.map(({ baseName }) => baseName)).toEqual(["a", "a", "a-4h2mbtbbt6"]);
});

test.each([
  {
    what: "malformed YAML, beside a file that has other mistakes: all are reported",
    files: { "m/a.yaml": `${configMap("a")}---\na: [\n`, "m/b.yaml": "- 1\n", "m/c.yaml": configMap("c") },
    expected: [
      expect.stringMatching(/^invalid-yaml m\/a\.yaml:\d+:\d+ /),
      "invalid-resource m/b.yaml:1:1 this document is not an object, but a list or a plain value",
    ],
  },
  {
    what: "a document without a kind",
    files: { "m/a.yaml": `${configMap("a")}---\nreplicas: 2\n` },
    expected: ["invalid-resource m/a.yaml:6:1 this object has no kind"],
  },
  {
    what: "an item of a list without a kind",
    files: { "m/a.yaml": "kind: List\nitems:\n- {metadata: {name: a}}\n" },
    expected: ["invalid-resource m/a.yaml:3:3 this object has no kind"],
  },
  {
    what: "an object without a name",
    files: { "m/a.yaml": "kind: Job\nmetadata:\n  labels: {}\n" },
    expected: ["invalid-resource m/a.yaml:3:3 missing metadata.name: this Job has no name"],
  },
  {
    what: "a key that occurs twice",
    files: { "m/a.yaml": "kind: A\nmetadata: {name: a}\nspec: 1\nspec: 2\n" },
    expected: [expect.stringMatching(/^duplicate-key m\/a\.yaml:4:1 /)],
  },
  {
    what: "a directory without manifests",
    files: { "m/a.txt": "" },
    expected: ["no-manifests m there are no manifests in this directory"],
  },
])("$what", async ({ files, expected }) => {
  expect(await problemsOf(files)).toEqual(expected);
});

test("a file that is not there", async () => {
  expect(await problemsOf({ "x.yaml": "" })).toEqual(["file-not-found m no such file in memory"]);
});

test("aliases that stand for more than there is memory are refused, and so is what takes too long", async () => {
  const doubled = (levels: number) => {
    const lines = Array.from({ length: levels }, (_, level) =>
      level === 0 ? "a0: &a0 [x, x]" : `a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`,
    );
    return memoryTree({ "m/a.yaml": `kind: A\nmetadata: {name: a}\n${lines.join("\n")}\n` });
  };
  const small = new MemoryPool(() => ({ limit: 1 << 26, used: () => 1 << 26, inUse: () => 1 << 26 }));
  await expect(readManifests(doubled(30), "/m", "m", { pool: small })).rejects.toThrow(
    "m: reading m was stopped: it is too large for this machine",
  );
  // So many are no question of memory.
  await expect(readManifests(doubled(17), "/m", "m", { timeoutSeconds: 0.001 })).rejects.toThrow(
    "m: reading m was stopped: it takes more than 0.001 seconds",
  );
});
